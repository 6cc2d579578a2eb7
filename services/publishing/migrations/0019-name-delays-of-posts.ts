import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table posts rename column held_by to delayed_by`.execute(db);
  await sql`alter table posts rename column held_until to delayed_until`.execute(db);
}
