import { type Kysely, sql } from 'kysely';

/** Billing names the end of a plan itself. What was kept is the end of the period; the grace after it is added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table entitlements rename column period_end to entitled_until`.execute(db);
  await sql`update entitlements set entitled_until = entitled_until + interval '7 days'`.execute(db);
}
