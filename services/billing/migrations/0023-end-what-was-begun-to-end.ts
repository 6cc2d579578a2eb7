import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // An unpaid subscription that is being ended: once its invoice is void it must end, or it would run on unpaid.
  await sql`alter table intentions
    drop constraint intentions_kind_check,
    add constraint intentions_kind_check check (kind in ('checkout', 'change', 'end'))`.execute(db);
}
