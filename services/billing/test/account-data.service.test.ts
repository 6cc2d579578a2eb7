import { createManualClock } from '@reelwright/clock';
import { type KnownPerson, readAccountData, requireNoSecret, requireOwnData } from '@reelwright/testing';
import { sql } from 'kysely';
import { applyRetention } from '../src/personal-data/retention.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

const route = () => ({ part: 'billing', app: billing.app.http.app, identity: billing.identity });

/** A user with a row in every exported table, each with the name in it. */
async function givenUser(name: string): Promise<KnownPerson> {
  const { db } = billing.app;
  const userId = billing.newUser();
  const at = '2026-05-01T09:00:00.000Z';
  // Within the ninety days after which it is deleted.
  const closedAt = new Date(Date.now() - 3_600_000).toISOString();
  await sql`insert into accounts (id, email, first_name, last_name, stripe_customer_id)
    values (${userId}, ${`${name}@example.com`}, ${name}, 'Byron', ${`cus_${userId}`})`.execute(db);
  await sql`insert into subscriptions (id, tier, is_annual, status, current_period_start, current_period_end,
      cancelled_at, expires_at, next_tier, next_is_annual, overdue_cents, overdue_currency, stripe_subscription_id,
      revision, updated_at)
    values (${userId}, 'pro', true, 'active', ${at}, '2027-05-01T09:00:00Z', '2026-05-02T09:00:00Z',
      '2027-05-08T09:00:00Z', 'starter', false, 4990, 'eur', ${`sub_${name}`}, 1, ${at})`.execute(db);
  await sql`insert into payments (id, user_id, amount_cents, refunded_cents, currency, tier, is_annual, kind,
      paid_at) values (${`in_${userId}`}, ${userId}, 4990, 990, 'eur', 'pro', true, 'renewal', ${at})`.execute(db);
  await sql`insert into disputes (id, payment_id, amount_cents, reason, status, opened_at, updated_at)
    values (${`dp_${userId}`}, ${`in_${userId}`}, 4990, ${name}, 'lost', ${at}, ${at})`.execute(db);
  const { rows } = await sql<{ id: string }>`
    insert into operations (user_id, kind, target, checkout_session_id, opened_at, closed_at)
    values (${userId}, 'checkout', ${name}, ${`cs_secret_${name}`}, ${at}, ${closedAt}) returning id`.execute(db);
  return {
    userId,
    data: {
      account: {
        email: `${name}@example.com`,
        firstName: name,
        lastName: 'Byron',
        stripeCustomerId: `cus_${userId}`,
      },
      subscription: {
        tier: 'pro',
        isAnnual: true,
        status: 'active',
        currentPeriodStart: at,
        currentPeriodEnd: '2027-05-01T09:00:00.000Z',
        cancelledAt: '2026-05-02T09:00:00.000Z',
        expiresAt: '2027-05-08T09:00:00.000Z',
        nextTier: 'starter',
        nextIsAnnual: false,
        overdueCents: 4990,
        overdueCurrency: 'eur',
        stripeSubscriptionId: `sub_${name}`,
        updatedAt: at,
      },
      payments: [
        {
          id: `in_${userId}`,
          amountCents: 4990,
          refundedCents: 990,
          currency: 'eur',
          tier: 'pro',
          isAnnual: true,
          kind: 'renewal',
          paidAt: at,
        },
      ],
      disputes: [{ paymentId: `in_${userId}`, amountCents: 4990, reason: name, status: 'lost', openedAt: at }],
      checkouts: [{ kind: 'checkout', target: name, openedAt: at, closedAt }],
    },
    // A checkout can be continued with its session id and repeated with the operation's id, which is its idempotency key.
    secrets: [`cs_secret_${name}`, ...rows.map(({ id }) => id)],
  };
}

const DAY = 86_400_000;
const YEAR = 365.25 * DAY;

/** Runs the hourly deletion with product time moved ahead by `ms`. Real time does not move. */
const runAfter = (ms: number) =>
  applyRetention({ db: billing.app.db, clock: createManualClock(new Date(Date.now() + ms)) });
async function ids(table: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(billing.app.db);
  return rows.map(({ id }) => id);
}

describe('the account data of billing', () => {
  it('[ASVS 8.2.2] is exported for its user only', async () => {
    await requireOwnData(route(), await givenUser('ada'), await givenUser('ben'));
  });

  it('[ASVS 14.2.6] contains no secret', async () => {
    await requireNoSecret(route(), await givenUser('eve'));
  });

  it('is an empty export for a user without rows', async () => {
    expect((await readAccountData(route(), billing.newUser())).data).toEqual({
      account: null,
      subscription: null,
      payments: [],
      disputes: [],
      checkouts: [],
    });
  });
});

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

  it('deletes handled events of Stripe, closed operations and comparisons after ninety days, and keeps open ones', async () => {
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
    const { rows } = await sql<{ target: string }>`
      select target from operations where user_id = ${userId} order by 1`.execute(db);
    expect(rows.map(({ target }) => target)).toEqual(['open', 'young']);
  });
});
