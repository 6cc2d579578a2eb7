import { createManualClock } from '@reelwright/clock';
import { sql } from 'kysely';
import { applyRetention } from '../src/personal-data/retention.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;

/** Runs the hourly deletion as if `ms` of product time later. */
const runAfter = (ms: number) =>
  applyRetention({ db: billing.app.db, clock: createManualClock(new Date(Date.now() + ms)) });
async function ids(table: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(billing.app.db);
  return rows.map(({ id }) => id);
}

describe('retention in billing', () => {
  it('keeps payments and their disputes for ten years, with or without a user', async () => {
    const { db } = billing.app;
    const userId = billing.newUser();
    await sql`insert into accounts (id) values (${userId})`.execute(db);
    for (const [id, owner] of [
      ['in_named', userId],
      ['in_nameless', null],
    ]) {
      await sql`insert into payments (id, user_id, amount_cents, currency, tier, paid_at)
        values (${id}, ${owner}, 4990, 'eur', 'pro', now())`.execute(db);
    }
    await sql`insert into disputes (id, payment_id, amount_cents, reason, status, opened_at, updated_at)
      values ('dp_1', 'in_named', 4990, 'fraudulent', 'lost', now(), now())`.execute(db);
    await runAfter(9.9 * YEAR);
    expect([await ids('payments'), await ids('disputes')]).toEqual([['in_named', 'in_nameless'], ['dp_1']]);
    await runAfter(10.1 * YEAR);
    expect([await ids('payments'), await ids('disputes')]).toEqual([[], []]);
  });

  it('keeps Stripe’s events and closed operations for ninety days, and open operations until they are closed', async () => {
    const { db } = billing.app;
    const userId = billing.newUser();
    await sql`insert into accounts (id) values (${userId})`.execute(db);
    await sql`insert into stripe_events (id, type, due_at, done_at) values
      ('evt_open', 'x', now() + interval '1 day', null),
      ('evt_young', 'x', now(), now() - interval '89 days'),
      ('evt_old', 'x', now(), now() - interval '91 days')`.execute(db);
    await sql`insert into operations (user_id, kind, target, opened_at, closed_at) values
      (${userId}, 'change', 'old', now() - interval '92 days', now() - interval '91 days'),
      (${userId}, 'change', 'young', now() - interval '92 days', now() - interval '89 days'),
      (${userId}, 'checkout', 'open', now() - interval '92 days', null)`.execute(db);
    await sql`insert into reconcile_runs (id, due_at) values
      ('old', now() - interval '91 days'), ('young', now() - interval '89 days')`.execute(db);
    await runAfter(0);
    expect(await ids('reconcile_runs')).toContain('young');
    expect(await ids('reconcile_runs')).not.toContain('old');
    expect(await ids('stripe_events')).toEqual(['evt_open', 'evt_young']);
    const { rows } = await sql<{ target: string }>`select target from operations order by 1`.execute(db);
    expect(rows.map(({ target }) => target)).toEqual(['open', 'young']);
  });
});
