import { eventually } from '@reelwright/testing';
import { prices, useBilling } from './harness.ts';
import { differencesOf, reconcileNext, reconcilesFinished } from './reconcile-run.ts';
import { openElsewhere, paidAndReturned } from './situations.ts';

const billing = useBilling({ reconciles: true });

const refundsFail = () => billing.sandbox.chaos.set('stripe', { error5xx: 1, only: 'POST /v1/refunds' });
const refundsWork = () => billing.sandbox.chaos.set('stripe', { error5xx: 0, only: '' });
const chargesOf = async (userId: string) => paidAndReturned(billing, await billing.customerOf(userId));
/** Retries Stripe's events at once, not after their delay. */
async function retryEvents(): Promise<void> {
  const { db } = billing.app;
  const open = await db.selectFrom('stripe_events').select('id').where('done_at', 'is', null).execute();
  // One row per statement, in the order of ids in which the service locks them; one update of all rows could deadlock.
  for (const { id } of open) {
    await db.updateTable('stripe_events').set({ due_at: new Date() }).where('id', '=', id).execute();
  }
}

/** Retries until the check holds: an event may also have failed just before refunds worked again. */
const afterRetry = (check: () => Promise<void>) =>
  eventually(
    async () => {
      await retryEvents();
      await check();
    },
    { timeoutMs: 20_000 },
  );

/** Buys a second plan, as in another tab at the same moment. */
async function buyTwice(userId: string): Promise<void> {
  const customer = await billing.customerOf(userId);
  const { url } = await openElsewhere(billing, customer, prices.eliteMonthly, { client_reference_id: userId });
  await billing.pay(url);
}

/** Inserts the correction of a process that died before it refunded this payment. */
const leaveUnfinished = (paymentId: string, subscriptionId: string) =>
  billing.app.db
    .insertInto('corrections')
    .values({
      reason: 'second_subscription',
      subscription_id: subscriptionId,
      payment_id: paymentId,
      amount_cents: 4990,
      opened_at: billing.clock.now(),
    })
    .execute();

const unfinished = (paymentId: string) =>
  billing.app.db
    .selectFrom('corrections')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('done_at', 'is', null)
    .execute();

const unfinishedOf = async (userId: string) =>
  billing.app.db
    .selectFrom('corrections')
    .select('id')
    .where('customer_id', '=', await billing.customerOf(userId))
    .where('done_at', 'is', null)
    .execute();

describe('a refund that Stripe rejects', () => {
  it('delays no other user’s plan, and is made as soon as Stripe accepts it', async () => {
    const stuck = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    refundsFail();
    await buyTwice(stuck);
    await eventually(
      async () => {
        const open = await billing.app.db.selectFrom('corrections').select('id').where('done_at', 'is', null).execute();
        expect(open).toHaveLength(2);
      },
      { timeoutMs: 10_000 },
    );
    const other = await billing.givenSubscriber('starter');
    const customer = await billing.customerOf(other);
    await eventually(async () => {
      const rows = await billing.app.db
        .selectFrom('stripe_events')
        .select(['attempts', 'done_at'])
        .where('customer_id', '=', customer)
        .execute();
      expect(rows.filter(({ attempts, done_at: doneAt }) => attempts > 0 || doneAt === null)).toEqual([]);
    });
    expect(await chargesOf(stuck)).toEqual([
      [7990, 0],
      [4990, 0],
    ]);

    refundsWork();
    await afterRetry(async () =>
      expect(await chargesOf(stuck)).toEqual([
        [7990, 7990],
        [4990, 0],
      ]),
    );
    await billing.eventsProcessed();
  }, 60_000);

  it('does not delay the customer’s own later events', async () => {
    const stuck = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    const end = await billing.periodEndOf(stuck);
    refundsFail();
    await buyTwice(stuck);
    await eventually(async () => expect(await unfinishedOf(stuck)).toHaveLength(2), { timeoutMs: 10_000 });
    // A second surplus subscription with a failing refund is ended, and its open invoices are void.
    await buyTwice(stuck);
    await eventually(async () => expect(await unfinishedOf(stuck)).toHaveLength(4), { timeoutMs: 10_000 });
    await billing.goTo(end + 60_000);
    await eventually(
      () =>
        expect(billing.changesOf(stuck).at(-1)).toMatchObject({
          tier: 'pro',
          status: 'active',
          currentPeriodStart: new Date(end),
        }),
      { timeoutMs: 10_000 },
    );
    expect(await unfinishedOf(stuck)).toHaveLength(4);

    refundsWork();
    await afterRetry(async () => expect(await unfinishedOf(stuck)).toEqual([]));
    await billing.eventsProcessed();
    await reconcilesFinished(billing);
  }, 60_000);

  it('delays nothing else of the nightly run, and is made in a later one', async () => {
    const stuck = await billing.givenSubscriber('pro');
    const other = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    await billing.listen(false);
    const { id: subscriptionId, latest_invoice: invoice } = await billing.subscriptionOf(stuck);
    await leaveUnfinished(String(invoice), subscriptionId);
    await billing.stripe.subscriptions.update((await billing.subscriptionOf(other)).id, { cancel_at_period_end: true });

    refundsFail();
    const report = await reconcileNext(billing);
    expect(differencesOf(report, stuck)).toMatchObject([{ what: 'failed', did: 'nothing' }]);
    expect(differencesOf(report, other)).toMatchObject([{ what: 'plan', after: { status: 'cancelling' } }]);
    expect(await unfinished(String(invoice))).toHaveLength(1);

    refundsWork();
    await reconcileNext(billing);
    expect(await chargesOf(stuck)).toEqual([[4990, 4990]]);
    expect(await unfinished(String(invoice))).toEqual([]);
  }, 90_000);
});
