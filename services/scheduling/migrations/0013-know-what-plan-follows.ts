import { type Kysely, sql } from 'kysely';

/**
 * What is known to follow a plan, so that an entry is judged by the plan of its own time, and until when a plan was last
 * paid. A cancelled plan ends when its entitlement does; what follows a downgrade billing says with its next word.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table usage_accounts
    add column next_tier text,
    add column next_videos_per_month int,
    add column next_at timestamptz,
    add column paid_until timestamptz`.execute(db);
  await sql`update usage_accounts set next_tier = 'free', next_videos_per_month = 1, next_at = entitled_until
    where status = 'cancelling' and entitled_until is not null`.execute(db);
}
