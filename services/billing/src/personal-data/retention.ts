import type { Clock } from '@reelwright/clock';
import { type Kysely, sql } from 'kysely';
import type { BillingDatabase } from '../database.ts';

const BATCH = 1_000;

/**
 * What billing forgets, every hour. Payments are kept for ten years, as the books are (specification, section 9), in
 * product time; nightly comparisons for ninety days of it; Stripe's events and what people once set out to buy for ninety
 * days after they ended, in real time, by which they are written.
 */
export async function keepTerms({ db, clock }: { db: Kysely<BillingDatabase>; clock: Clock }): Promise<void> {
  const [now, real] = [clock.now(), clock.real()];
  await inPieces(async () => {
    const old = sql`select id from payments where paid_at < ${now}::timestamptz - interval '10 years'
      order by paid_at, id limit ${BATCH}`;
    await sql`delete from disputes where payment_id in (${old})`.execute(db);
    await sql`delete from corrections where payment_id in (${old})`.execute(db);
    return sql`delete from payments where id in (${old}) and not exists
      (select from disputes where disputes.payment_id = payments.id)`.execute(db);
  });
  await inPieces(() =>
    sql`delete from stripe_events where id in (select id from stripe_events
      where done_at < ${real}::timestamptz - interval '90 days' limit ${BATCH})`.execute(db),
  );
  await sql`delete from reconcile_runs where due_at < ${now}::timestamptz - interval '90 days'`.execute(db);
  await inPieces(() =>
    sql`delete from intentions where id in (select id from intentions
      where closed_at < ${real}::timestamptz - interval '90 days' limit ${BATCH})`.execute(db),
  );
}

async function inPieces(remove: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  for (let gone = BATCH; gone === BATCH; ) gone = Number((await remove()).numAffectedRows ?? 0);
}
