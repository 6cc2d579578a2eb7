import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@reelwright/errors';
import { withAccountLease } from '../src/accounts/account-lease.ts';
import { runPlanChange } from '../src/plan-changes/run-plan-change.ts';
import { createStripePayments } from '../src/stripe/stripe-payments.ts';
import { depsOf } from './deps.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

const AT_ONCE = 20;

type Do = (userId: string) => Promise<{ status: number; body: Record<string, unknown> }>;
const wishes: readonly (readonly [string, Do])[] = [
  ['upgrade', (userId) => billing.change(userId, 'elite')],
  ['downgrade', (userId) => billing.change(userId, 'starter')],
  ['cancel', (userId) => billing.call(userId, 'POST', '/api/cancel-subscription')],
  ['renew', (userId) => billing.call(userId, 'POST', '/api/renew-subscription')],
  ['interval', (userId) => billing.change(userId, 'pro', true)],
  ['checkout', (userId) => billing.call(userId, 'POST', '/api/create-subscription', billing.choose('elite'))],
];
const pairs = wishes.flatMap(([one, does], index) =>
  wishes.slice(index + 1).map(([other, doesToo]) => [one, other, does, doesToo] as const),
);

/** A subscriber as the day before: nothing on its way any more, and sometimes a downgrade planned or a cancellation. */
async function givenUsers() {
  const users = Array.from({ length: AT_ONCE }, () => billing.newUser());
  await Promise.all(
    users.map(async (userId, index) => {
      const { body } = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('pro'));
      await billing.pay(body.checkoutUrl);
      if (index % 3 === 1) await billing.change(userId, 'starter');
      if (index % 3 === 2) await billing.call(userId, 'POST', '/api/cancel-subscription');
    }),
  );
  return users;
}

it.each(pairs)(
  '%s and %s at once, of twenty people at once, are answered plainly and leave one plan',
  async (one, other, does, doesToo) => {
    const users = await givenUsers();
    const answers = await Promise.all(users.map((userId) => Promise.all([does(userId), doesToo(userId)])));
    const odd = answers
      .flat()
      .filter(({ status, body }) => {
        const isPlain =
          status === 200 ||
          (status === 400 && body.error === 'ALREADY_ON_PLAN') ||
          (status === 409 &&
            ['SUBSCRIPTION_BUSY', 'CHECKOUT_BUSY', 'SUBSCRIPTION_EXISTS'].includes(String(body.error)));
        return !isPlain;
      })
      .map(({ status, body }) => [status, body.error]);
    expect(odd).toEqual([]);
    await billing.settled();
    for (const [index, userId] of users.entries()) {
      const given = answers[index] ?? [];
      // A checkout is refused to who has a plan; at least one of the others is carried out.
      expect(given.map(({ status }) => status)).toContain(200);
      const { data } = await billing.stripe.subscriptions.list({ customer: await billing.customerOf(userId) });
      expect(data).toHaveLength(1);
      const [subscription] = data;
      expect(subscription?.items.data).toHaveLength(1);
      const { tier, isAnnual, status } = await billing.entitlementOf(userId);
      expect(`${tier}_${isAnnual ? 'year' : 'month'}`).toBe(subscription?.items.data[0]?.price.lookup_key);
      const ends = subscription?.cancel_at !== null;
      expect(status).toBe(ends ? 'cancelling' : subscription?.schedule === null ? 'active' : 'downgrade_pending');
      // The purchase, and at most one charge for each different wish that costs.
      const costly = new Set([one, other].filter((wish) => wish === 'upgrade' || wish === 'interval'));
      expect((await billing.chargesOf(userId)).length).toBeLessThanOrEqual(1 + costly.size);
    }
  },
  60_000,
);

it('a change in Stripe’s portal at the same moment is no failure', async () => {
  const users = await givenUsers();
  const answers = await Promise.all(
    users.map(async (userId, index) => {
      const { id, cancel_at_period_end: ends } = await billing.subscriptionOf(userId);
      const [, does] = wishes[index % (wishes.length - 1)] ?? [];
      // The portal refuses what a planned downgrade holds.
      const inThePortal = billing.stripe.subscriptions
        .update(id, { cancel_at_period_end: !ends })
        .catch(() => undefined);
      return (await Promise.all([does?.(userId), inThePortal]))[0];
    }),
  );
  expect(answers.filter((answer) => answer?.status !== 200).map((answer) => answer?.body)).toEqual([]);
}, 60_000);

describe('a wish that Stripe refuses', () => {
  const refused = () => new AppError('INTERNAL', 'PAYMENTS_REFUSED', 'The payment could not be started.');

  it('while something else moves the subscription is one to try again', async () => {
    const userId = await billing.givenSubscriber('pro');
    const { id } = await billing.subscriptionOf(userId);
    let tries = 0;
    const wish = async () => {
      tries++;
      await billing.stripe.subscriptions.update(id, { cancel_at_period_end: tries % 2 === 1 });
      throw refused();
    };
    await expect(runPlanChange(depsOf(billing), userId, wish)).rejects.toMatchObject({
      kind: 'ABORTED',
      code: 'SUBSCRIPTION_BUSY',
    });
    expect(tries).toBe(3);
  });

  it('though nothing has moved is told as it is', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.settled();
    await expect(runPlanChange(depsOf(billing), userId, () => Promise.reject(refused()))).rejects.toMatchObject({
      kind: 'INTERNAL',
      code: 'PAYMENTS_REFUSED',
    });
  });

  it.each([
    [429, { type: 'invalid_request_error', code: 'lock_timeout' }],
    [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }],
  ])('with %i, for it is at it already, is one to try again', async (status, error) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
      response.end(JSON.stringify({ error: { ...error, message: 'Another request is at it.' } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const payments = createStripePayments({
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      host: '127.0.0.1',
      port,
      protocol: 'http',
    });
    await expect(payments.cancelAtPeriodEnd('sub_1')).rejects.toMatchObject({
      kind: 'ABORTED',
      code: 'SUBSCRIPTION_BUSY',
    });
    server.close();
  });
});

describe('the lease of an account', () => {
  it('of a process that died is over by itself, and until then others are told to try again', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.settled();
    // What a process leaves behind that died while it held the lease.
    const leave = (secondsLeft: number) =>
      billing.app.db
        .updateTable('accounts')
        .set({ turn_until: new Date(Date.now() + secondsLeft * 1000) })
        .where('id', '=', userId)
        .execute();
    await leave(6);
    const { status, body } = await billing.call(userId, 'POST', '/api/cancel-subscription');
    expect([status, body.error]).toEqual([409, 'SUBSCRIPTION_BUSY']);
    const checkout = await billing.call(userId, 'POST', '/api/create-subscription', billing.choose('elite'));
    expect([checkout.status, checkout.body.error]).toEqual([409, 'CHECKOUT_BUSY']);
    await leave(1);
    expect((await billing.call(userId, 'POST', '/api/cancel-subscription')).status).toBe(200);
  }, 20_000);

  it('lasts as long as its work, and holds no connection of the database', async () => {
    const deps = depsOf(billing);
    const users = Array.from({ length: 50 }, () => billing.newUser());
    const done = Promise.withResolvers<void>();
    const works = users.map((userId) => withAccountLease(deps, userId, () => done.promise));
    // Fifty at work, ten connections: whoever else comes is served.
    const subscriber = await billing.givenSubscriber('pro');
    expect((await billing.change(subscriber, 'elite')).status).toBe(200);
    await deps.db
      .updateTable('accounts')
      .set({ turn_until: new Date(Date.now() + 2_500) })
      .where('id', 'in', users)
      .execute();
    await expect(withAccountLease(deps, String(users[0]), async () => undefined)).rejects.toMatchObject({
      code: 'SUBSCRIPTION_BUSY',
    });
    await expect(withAccountLease(deps, String(users[0]), async () => undefined)).rejects.toMatchObject({
      code: 'SUBSCRIPTION_BUSY',
    });
    done.resolve();
    await Promise.all(works);
    await withAccountLease(deps, String(users[0]), async () => undefined);
  }, 30_000);
});
