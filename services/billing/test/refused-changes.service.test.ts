import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@reelwright/errors';
import { runPlanChange } from '../src/plan-changes/run-plan-change.ts';
import { createStripePayments } from '../src/stripe/stripe-payments.ts';
import { CHANGES, changeRequests, givenSubscribers } from './concurrent-changes.ts';
import { depsOf } from './deps.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

it('a change in Stripe’s portal at the same moment causes no error', async () => {
  const users = await givenSubscribers(billing);
  const requests = changeRequests(billing);
  const changes = CHANGES.filter((change) => change !== 'checkout');
  const answers = await Promise.all(
    users.map(async (userId, index) => {
      const { id, cancel_at_period_end: ends } = await billing.subscriptionOf(userId);
      const change = changes[index % changes.length] ?? 'upgrade';
      // The portal refuses to change a subscription with a planned downgrade.
      const inThePortal = billing.stripe.subscriptions
        .update(id, { cancel_at_period_end: !ends })
        .catch(() => undefined);
      return (await Promise.all([requests[change](userId), inThePortal]))[0];
    }),
  );
  expect(answers.filter((answer) => answer?.status !== 200).map((answer) => answer?.body)).toEqual([]);
  await billing.eventsProcessed();
}, 60_000);

describe('a change that Stripe rejects', () => {
  const refused = () => new AppError('INTERNAL', 'PAYMENTS_REFUSED', 'The payment could not be started.');

  it('while something else changes the subscription can be tried again', async () => {
    const userId = await billing.givenSubscriber('pro');
    const { id } = await billing.subscriptionOf(userId);
    let tries = 0;
    const change = async () => {
      tries++;
      await billing.stripe.subscriptions.update(id, { cancel_at_period_end: tries % 2 === 1 });
      throw refused();
    };
    await expect(runPlanChange(depsOf(billing), userId, change)).rejects.toMatchObject({
      kind: 'ABORTED',
      code: 'SUBSCRIPTION_BUSY',
    });
    expect(tries).toBe(3);
  });

  it('although nothing has changed is an error', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    await expect(runPlanChange(depsOf(billing), userId, () => Promise.reject(refused()))).rejects.toMatchObject({
      kind: 'INTERNAL',
      code: 'PAYMENTS_REFUSED',
    });
  });

  it.each([
    [429, { type: 'invalid_request_error', code: 'lock_timeout' }],
    [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }],
  ])('with %i, because another request is in progress, can be tried again', async (status, error) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' });
      response.end(JSON.stringify({ error: { ...error, message: 'Another request is in progress.' } }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const payments = createStripePayments({
      secretKey: 'sk_test_1',
      webhookSecrets: ['whsec_1'],
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
