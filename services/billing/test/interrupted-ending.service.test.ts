import { eventually } from '@reelwright/testing';
import { useBilling } from './harness.ts';
import { reconcileNext } from './reconcile-run.ts';
import { givenOverdue } from './situations.ts';

const billing = useBilling();

const day = 86_400_000;
const cancel = (userId: string) => billing.call(userId, 'POST', '/api/cancel-subscription');
const statusOf = async (userId: string) => (await billing.subscriptionOf(userId)).status;
const openEnds = (userId: string) =>
  billing.app.db
    .selectFrom('operations')
    .select('target')
    .where('user_id', '=', userId)
    .where('kind', '=', 'end')
    .where('closed_at', 'is', null)
    .execute();

/** Interrupts an ending after the open invoice is void and before the subscription has ended. */
async function interrupt<Answer extends { status: number }>(ending: () => Promise<Answer>) {
  billing.sandbox.chaos.set('stripe', { error5xx: 1, only: 'DELETE /v1/subscriptions' });
  expect((await ending()).status).toBe(503);
  billing.sandbox.chaos.set('stripe', { error5xx: 0, only: '' });
}

/** Inserts the operation of a process that died while it ended the subscription. */
const leaveOpen = async (userId: string) =>
  billing.app.db
    .insertInto('operations')
    .values({
      user_id: userId,
      kind: 'end',
      target: (await billing.subscriptionOf(userId)).id,
      opened_at: new Date(),
    })
    .execute();

describe('an overdue plan whose ending was interrupted', () => {
  it('is ended by Stripe’s next event', async () => {
    const { userId } = await givenOverdue(billing);
    await interrupt(() => cancel(userId));
    await eventually(async () => expect(await statusOf(userId)).toBe('canceled'), { timeoutMs: 15_000 });
    await eventually(() => expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'free' }));
    await billing.eventsProcessed();
    expect(await openEnds(userId)).toEqual([]);
    expect(await billing.chargesOf(userId)).toEqual([4990]);
  }, 40_000);

  it.each([
    ['to be cancelled again', (userId: string) => cancel(userId)],
    ['to be renewed', (userId: string) => billing.call(userId, 'POST', '/api/renew-subscription')],
  ])(
    'is ended when its user tries %s',
    async (_name, request) => {
      const { userId } = await givenOverdue(billing);
      await billing.listen(false);
      await interrupt(() => cancel(userId));
      expect(await request(userId)).toMatchObject({ status: 400, body: { error: 'NO_PAID_SUBSCRIPTION' } });
      expect(await statusOf(userId)).toBe('canceled');
      expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
    },
    40_000,
  );

  it('is ended by a checkout after the grace, before another plan is bought', async () => {
    const { userId, end } = await givenOverdue(billing);
    await billing.goTo(end + 7 * day + 60_000);
    await eventually(() => expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'free' }));
    await billing.eventsProcessed();
    await billing.listen(false);
    const buy = () => billing.call(userId, 'POST', '/api/create-subscription', billing.choose('elite'));
    await interrupt(buy);
    expect((await buy()).status).toBe(200);
    expect(await statusOf(userId)).toBe('canceled');
  }, 40_000);

  it('is ended by the nightly run when no event arrives', async () => {
    const { userId } = await givenOverdue(billing);
    await billing.listen(false);
    await interrupt(() => cancel(userId));
    billing.app.reconciler.start();
    try {
      await reconcileNext(billing);
    } finally {
      await billing.app.reconciler.stop();
    }
    expect(await statusOf(userId)).toBe('canceled');
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
    expect(await openEnds(userId)).toEqual([]);
  }, 60_000);

  it('can still be paid and continues if no invoice was void yet', async () => {
    const { userId } = await givenOverdue(billing);
    await leaveOpen(userId);
    const { body } = await billing.change(userId, 'pro');
    expect((await billing.pay(body.checkoutUrl)).status).toBe(200);
    await eventually(() => expect(billing.changesOf(userId).at(-1)).toMatchObject({ tier: 'pro', status: 'active' }));
    await billing.eventsProcessed();
    expect(await openEnds(userId)).toEqual([]);
    expect(await statusOf(userId)).toBe('active');
  }, 40_000);

  it('is refunded once if it was paid just before', async () => {
    const { userId } = await givenOverdue(billing);
    const { body } = await billing.change(userId, 'pro');
    await billing.listen(false);
    await leaveOpen(userId);
    expect((await billing.pay(body.checkoutUrl)).status).toBe(200);
    await billing.goTo(billing.clock.now().getTime() + 5_000);
    await billing.listen(true);
    await billing.stripe.subscriptions.cancel((await billing.subscriptionOf(userId)).id);
    await billing.eventsProcessed();
    const { data } = await billing.stripe.charges.list({ customer: await billing.customerOf(userId) });
    expect(data.filter(({ paid }) => paid).map(({ amount, amount_refunded: back }) => [amount, back])).toEqual([
      [4990, 4990],
      [4990, 0],
    ]);
    expect(await openEnds(userId)).toEqual([]);
    expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'free' });
  }, 40_000);
});
