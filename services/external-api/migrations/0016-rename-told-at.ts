import { type Kysely, sql } from 'kysely';

/** When AccountErased was published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table deleted_users rename column told_at to announced_at`.execute(db);
}
