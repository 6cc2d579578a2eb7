import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // How the plan that follows is billed, and what is left to pay of an overdue invoice. Null for what was written down
  // before; the nightly comparison fills in what still runs.
  await sql`alter table subscriptions
    add column next_is_annual boolean,
    add column overdue_cents bigint,
    add column overdue_currency text`.execute(db);
}
