import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What made it due. Null for what was paid before this was kept, and for what is none of these.
  await sql`alter table payments
    add column kind text,
    add constraint payments_kind_check check (kind in ('purchase', 'renewal', 'upgrade', 'switch'))`.execute(db);
}
