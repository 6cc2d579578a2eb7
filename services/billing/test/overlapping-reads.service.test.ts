import { silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { credentials } from '@reelwright/sandbox';
import { createCounters } from '../src/counters.ts';
import { createPriceList } from '../src/plans/plan-catalogue.ts';
import { createStripePayments } from '../src/stripe/stripe-payments.ts';
import { syncSubscription } from '../src/subscriptions/sync-subscription.ts';
import { type Billing, prices, startBilling } from './harness.ts';

let billing: Billing;
beforeAll(async () => {
  billing = await startBilling();
}, 60_000);
afterAll(() => billing.stop(), 30_000);

/** Reads a user's plan as the service does, but the first answer of Stripe arrives only when it is let go. */
function readSlowly(userId: string) {
  const { hostname, port } = new URL(billing.sandbox.origins.server('stripe'));
  const { secretKey, webhookSecret } = credentials.stripe;
  const payments = createStripePayments({
    secretKey,
    webhookSecret,
    host: hostname,
    port: Number(port),
    protocol: 'http',
  });
  const answered = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const { starterMonthly, starterAnnual, proMonthly, proAnnual, eliteMonthly, eliteAnnual } = prices;
  const done = syncSubscription(
    {
      db: billing.app.db,
      clock: billing.clock,
      logger: silentLogger,
      counts: createCounters(createMetrics({ service: 'billing' })),
      prices: createPriceList({
        starter: { monthly: starterMonthly, annual: starterAnnual },
        pro: { monthly: proMonthly, annual: proAnnual },
        elite: { monthly: eliteMonthly, annual: eliteAnnual },
      }),
      payments: {
        ...payments,
        listSubscriptions: async (customerId) => {
          const answer = await payments.listSubscriptions(customerId);
          answered.resolve();
          await letGo.promise;
          return answer;
        },
      },
    },
    userId,
  );
  return { done, answered: answered.promise, letGo: letGo.resolve };
}

it('what Stripe said earlier is never written over what it said later', async () => {
  const userId = await billing.givenSubscriber('pro');
  await billing.settled();
  await billing.listen(false);
  const earlier = readSlowly(userId);
  await earlier.answered;
  expect((await billing.change(userId, 'elite')).body).toMatchObject({ tier: 'elite' });
  earlier.letGo();
  expect(await earlier.done).toMatchObject({ tier: 'elite' });
  expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'elite' });
  await billing.settled();
  expect(billing.changesOf(userId).map(({ tier }) => tier)).toEqual(['pro', 'elite']);
});
