import { type Kysely, sql } from 'kysely';

/** Billing says how large a plan is. What it said before this is entered as it was sold then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table usage_accounts add column videos_per_month integer not null default 1`.execute(db);
  await sql`update usage_accounts
               set videos_per_month = case tier when 'starter' then 8 when 'pro' then 12 else 20 end
             where tier <> 'free'`.execute(db);
}
