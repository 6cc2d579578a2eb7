import { createQueue, LeaseLost, type Queue } from '@reelwright/leases';
import { type Kysely, sql } from 'kysely';
import type { BillingDatabase, StripeEventRow } from '../database.ts';
import type { SignedEvent } from '../stripe/payments.ts';

const LEASE_MS = 60_000;
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000];

/** Types of events that can change rows here; events of other types are only stored. */
const PROCESSED_TYPES =
  /^(customer\.subscription\.|subscription_schedule\.|checkout\.session\.completed$|checkout\.session\.async_payment_|invoice\.paid$|invoice\.payment_failed$|invoice\.voided$|charge\.refunded$|charge\.dispute\.|customer\.deleted$)/;

/** An event of a dispute has a charge but no customer. */
function isProcessed({ type, customerId, chargeId, cardChanged }: SignedEvent): boolean {
  return (PROCESSED_TYPES.test(type) || cardChanged) && (customerId !== null || chargeId !== null);
}

/** Inserts an event once, however often it is delivered. Due times are real time. */
export async function insertStripeEvent(db: Kysely<BillingDatabase>, event: SignedEvent, now: Date): Promise<void> {
  await db
    .insertInto('stripe_events')
    .values({
      id: event.id,
      type: event.type,
      customer_id: event.customerId,
      invoice_id: event.invoiceId,
      charge_id: event.chargeId,
      card_changed: event.cardChanged,
      due_at: now,
      done_at: isProcessed(event) ? null : now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Events that are not processed yet. */
export const eventQueue = (db: Kysely<BillingDatabase>, now: () => Date): Queue<StripeEventRow> =>
  createQueue({ db, table: 'stripe_events', due: 'due_at', where: sql`done_at is null`, now, leaseMs: LEASE_MS });

/** @throws LeaseLost when one of the rows is not this worker's any more; then none is marked */
export async function markDone(db: Kysely<BillingDatabase>, rows: readonly StripeEventRow[], now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const leases = sql`select * from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map((row) => row.lease_token)}::bigint[])`;
    // Locked in the order of ids, so that two workers never wait for each other.
    const { rows: held } = await sql<{ id: string }>`
      select id from stripe_events
       where (id, lease_token) in (${leases}) and leased_until is not null
       order by id for update`.execute(trx);
    const ids = held.map(({ id }) => id);
    const lost = rows.find(({ id }) => !ids.includes(id));
    if (lost) throw new LeaseLost('stripe_events', lost.id);
    await trx.updateTable('stripe_events').set({ done_at: now }).where('id', 'in', ids).execute();
  });
}

/** Releases the rows for a retry after a growing delay. */
export async function postpone(db: Kysely<BillingDatabase>, rows: readonly StripeEventRow[], now: Date): Promise<void> {
  for (const { id, attempts, lease_token: token } of rows) {
    const delay = RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length - 1)] ?? 0;
    await db
      .updateTable('stripe_events')
      .set({ attempts: attempts + 1, due_at: new Date(now.getTime() + delay), leased_until: null })
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .execute();
  }
}

/** Deletes events that were done ninety days ago. @returns the number of deleted rows */
export async function pruneEvents(db: Kysely<BillingDatabase>, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from stripe_events where id in (select id from stripe_events
    where done_at < ${now}::timestamptz - interval '90 days' limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
