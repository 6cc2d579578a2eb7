import { eventually } from '@reelwright/testing';
import { sql } from 'kysely';
import { nextRun } from '../src/reconcile/reconcile.worker.ts';
import type { Report } from '../src/reconcile/report.ts';
import { prices, useBilling } from './harness.ts';
import { differencesOf as found, reconcileNext } from './reconcile-run.ts';

const billing = useBilling({ reconciles: true });

const lastChange = (userId: string) => billing.changesOf(userId).at(-1);

const runReconcile = () => reconcileNext(billing);

it('runs at 03:00 UTC', () => {
  expect(nextRun(new Date('2027-03-10T02:59:59Z'))).toEqual(new Date('2027-03-10T03:00:00Z'));
  expect(nextRun(new Date('2027-03-10T03:00:00Z'))).toEqual(new Date('2027-03-11T03:00:00Z'));
});

describe('the nightly run', () => {
  it('finds nothing when all events arrived, and pages through everything', async () => {
    const users = [];
    for (let i = 0; i < 3; i++) users.push(await billing.givenSubscriber('pro'));
    for (let i = 0; i < 105; i++) await billing.stripe.customers.create({ email: `x${i}@example.com` });
    await billing.eventsProcessed();
    const report = await runReconcile();
    expect(report).toMatchObject({ found: 0, differences: [] });
    expect(report.checked.customers).toBeGreaterThan(105);
    expect(report.checked.subscriptions).toBe(3);
    expect(report.checked.localPlans).toBe(3);
    expect(await billing.metrics()).toMatch(/billing_reconciled_at_seconds\{[^}]*\} 1\d{9}/);
  }, 60_000);

  it('saves a purchase, payment, cancellation and refund whose events were lost', async () => {
    const bought = billing.newUser();
    const { body } = await billing.call(bought, 'POST', '/api/create-subscription', billing.choose('elite'));
    const cancelled = await billing.givenSubscriber('pro');
    const refunded = await billing.givenSubscriber('starter');
    await billing.eventsProcessed();
    await billing.listen(false);
    await billing.pay(body.checkoutUrl);
    await billing.stripe.subscriptions.update((await billing.subscriptionOf(cancelled)).id, {
      cancel_at_period_end: true,
    });
    const [charge] = (await billing.stripe.charges.list({ customer: await billing.customerOf(refunded) })).data;
    await billing.stripe.refunds.create({ charge: String(charge?.id), amount: 1000 });

    const report = await runReconcile();
    expect(found(report, bought)).toMatchObject([
      { what: 'plan', before: { tier: 'free' }, after: { tier: 'elite' }, did: 'saved and published' },
    ]);
    expect(found(report, cancelled)).toMatchObject([
      { what: 'plan', before: { status: 'active' }, after: { status: 'cancelling' } },
    ]);
    expect(found(report, refunded)).toMatchObject([{ what: 'refund_or_dispute', did: 'recorded' }]);
    await eventually(() => expect(lastChange(bought)).toMatchObject({ tier: 'elite' }));
    await eventually(() => expect(billing.paymentsOf(bought)).toHaveLength(1));
    await eventually(() => expect(billing.refundsOf(refunded)).toMatchObject([{ amountCents: 1000 }]));
    expect(await billing.metrics()).toMatch(/billing_reconcile_differences_total\{[^}]*what="plan"[^}]*\} 2/);

    // A second run finds nothing, and the late events change nothing.
    const changes = billing.changesOf(bought).length;
    const again = await runReconcile();
    expect([bought, cancelled, refunded].flatMap((userId) => found(again, userId))).toEqual([]);
    await billing.listen(true);
    await billing.stripe.subscriptions.update((await billing.subscriptionOf(bought)).id, { metadata: { a: 'b' } });
    await billing.eventsProcessed();
    expect(billing.changesOf(bought)).toHaveLength(changes);
    expect(billing.paymentsOf(bought)).toHaveLength(1);
  }, 90_000);

  it('goes on after a user whose rows can not be written, and records no larger refund than the payment', async () => {
    const users = [await billing.givenSubscriber('pro'), await billing.givenSubscriber('pro')];
    const [broken, larger] = [String(users[0]), String(users[1])];
    await billing.eventsProcessed();
    await billing.listen(false);
    for (const userId of users) {
      const [charge] = (await billing.stripe.charges.list({ customer: await billing.customerOf(userId) })).data;
      await billing.stripe.refunds.create({ charge: String(charge?.id), amount: 1000 });
    }
    const { db } = billing.app;
    await db.updateTable('payments').set({ amount_cents: 500 }).where('user_id', '=', larger).execute();
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
      db,
    );
    await sql
      .raw(`create trigger refuse before update on payments for each row
        when (old.user_id = '${broken}') execute function refuse()`)
      .execute(db);
    const report = await runReconcile();
    await sql`drop trigger refuse on payments`.execute(db);
    expect(found(report, broken)).toMatchObject([{ what: 'failed', did: 'nothing' }]);
    expect(found(report, larger)).toMatchObject([{ what: 'refund_or_dispute', did: 'recorded' }]);
    await eventually(() => expect(billing.refundsOf(larger)).toMatchObject([{ amountCents: 500 }]));
  }, 60_000);

  it('records missing payments of the last 35 days once', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    await billing.app.db.deleteFrom('payments').where('user_id', '=', userId).execute();
    const report = await runReconcile();
    expect(found(report, userId)).toMatchObject([{ what: 'payment', after: { cents: 4990 }, did: 'recorded' }]);
    expect((await billing.call(userId, 'GET', '/api/payments')).body.payments).toMatchObject([
      { amountCents: 4990, isAnnual: false },
    ]);
  }, 60_000);

  it('adds the next interval and the amount due to rows that lack them', async () => {
    const leaving = await billing.givenSubscriber('pro', true);
    const owing = await billing.givenSubscriber('pro');
    await billing.change(leaving, 'starter', true);
    await billing.useCard(owing, 'pm_card_chargeCustomerFail');
    await billing.goTo((await billing.periodEndOf(owing)) + 60_000);
    await billing.eventsProcessed();
    await billing.app.db
      .updateTable('subscriptions')
      .set({ next_is_annual: null, overdue_cents: null, overdue_currency: null })
      .where('id', 'in', [leaving, owing])
      .execute();
    await runReconcile();
    expect(await billing.entitlementOf(leaving)).toMatchObject({ nextTier: 'starter', nextIsAnnual: true });
    expect(await billing.entitlementOf(owing)).toMatchObject({ overdueCents: 4990, overdueCurrency: 'eur' });
  }, 60_000);

  it('adds the interval to payments recorded without it, once, and publishes nothing', async () => {
    const userId = await billing.givenSubscriber('pro', true);
    await billing.eventsProcessed();
    await billing.app.db.updateTable('payments').set({ is_annual: null }).where('user_id', '=', userId).execute();
    const report = await runReconcile();
    expect(found(report, userId)).toMatchObject([{ what: 'payment', after: { isAnnual: true } }]);
    expect((await billing.call(userId, 'GET', '/api/payments')).body.payments).toMatchObject([{ isAnnual: true }]);
    expect(found(await runReconcile(), userId)).toEqual([]);
    await billing.eventsProcessed();
    expect(billing.paymentsOf(userId)).toHaveLength(1);
  }, 60_000);

  it('saves a subscription made by hand at Stripe, and the end of one whose customer was deleted', async () => {
    const given = billing.newUser();
    await billing.call(given, 'POST', '/api/create-subscription', billing.choose('pro'));
    const customer = await billing.customerOf(given);
    const deleted = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    await billing.listen(false);
    const { id } = await billing.stripe.paymentMethods.attach('pm_card_visa', { customer });
    await billing.stripe.subscriptions.create({
      customer,
      items: [{ price: prices.starterAnnual }],
      default_payment_method: id,
    });
    await billing.app.db.updateTable('accounts').set({ stripe_customer_id: null }).where('id', '=', given).execute();
    await billing.stripe.customers.del(await billing.customerOf(deleted));

    const report = await runReconcile();
    expect(found(report, given)).toMatchObject([
      { what: 'customer', after: customer, did: 'linked' },
      { what: 'plan', after: { tier: 'starter', isAnnual: true } },
    ]);
    expect(found(report, deleted)).toMatchObject([{ what: 'plan', before: { tier: 'pro' }, after: { tier: 'free' } }]);
    expect(await billing.entitlementOf(deleted)).toMatchObject({ tier: 'free' });
    await eventually(() => expect(billing.paymentsOf(given)).toMatchObject([{ amountCents: 34680 }]));
  }, 60_000);

  it('ends and refunds the second of two active subscriptions', async () => {
    const userId = await billing.givenSubscriber('starter');
    await billing.eventsProcessed();
    await billing.listen(false);
    const customer = await billing.customerOf(userId);
    const { id } = await billing.stripe.paymentMethods.attach('pm_card_visa', { customer });
    await billing.goTo(billing.clock.now().getTime() + 5_000);
    const second = await billing.stripe.subscriptions.create({
      customer,
      items: [{ price: prices.eliteMonthly }],
      default_payment_method: id,
    });
    const report = await runReconcile();
    expect(found(report, userId)[0]).toMatchObject({ what: 'second_subscription', before: [second.id] });
    expect((await billing.stripe.subscriptions.list({ customer })).data).toHaveLength(1);
    const { data } = await billing.stripe.charges.list({ customer });
    expect(data.map(({ amount, amount_refunded: back }) => [amount, back])).toEqual([
      [7990, 7990],
      [3390, 0],
    ]);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'starter' });
  }, 60_000);

  it('voids open invoices of ended subscriptions', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    await billing.listen(false);
    await billing.useCard(userId, 'pm_card_chargeCustomerFail');
    await billing.goTo((await billing.periodEndOf(userId)) + 60_000);
    const { id } = await billing.subscriptionOf(userId);
    await billing.stripe.subscriptions.cancel(id);
    await runReconcile();
    // Moving time past the renewal may have started another run.
    const runs = await billing.app.db.selectFrom('reconcile_runs').select('report').execute();
    const reports = runs.map(({ report }) => report as Report | null).filter((report) => report !== null);
    expect(reports.flatMap((report) => found(report, userId)).map(({ what }) => what)).toContain('open_invoice');
    const { data } = await billing.stripe.invoices.list({ customer: await billing.customerOf(userId) });
    expect(data.map(({ status }) => status)).toEqual(['void', 'paid']);
  }, 60_000);

  it('is retried when Stripe does not respond', async () => {
    billing.sandbox.chaos.set('stripe', { error5xx: 1, only: 'GET /v1/customers' });
    const due = nextRun(billing.clock.now());
    const id = due.toISOString().slice(0, 10);
    await billing.goTo(due.getTime() + 60_000);
    await eventually(
      async () => {
        const row = await billing.app.db
          .selectFrom('reconcile_runs')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        expect(Number(row?.lease_token)).toBeGreaterThan(0);
      },
      { timeoutMs: 15_000 },
    );
    billing.sandbox.chaos.set('stripe', { error5xx: 0, only: '' });
    await billing.app.db.updateTable('reconcile_runs').set({ leased_until: null }).where('id', '=', id).execute();
    await eventually(
      async () => {
        const row = await billing.app.db
          .selectFrom('reconcile_runs')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst();
        expect(row?.finished_at).not.toBeNull();
      },
      { timeoutMs: 20_000 },
    );
  }, 60_000);
});
