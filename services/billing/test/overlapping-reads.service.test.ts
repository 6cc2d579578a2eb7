import { syncSubscription } from '../src/subscriptions/sync-subscription.ts';
import { depsOf } from './deps.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

/** Reads a user's plan as the service does, but holds Stripe's first answer until `release` is called. */
function readSlowly(userId: string) {
  const deps = depsOf(billing);
  const answered = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const payments = {
    ...deps.payments,
    listSubscriptions: async (customerId: string) => {
      const answer = await deps.payments.listSubscriptions(customerId);
      answered.resolve();
      await release.promise;
      return answer;
    },
  };
  const done = syncSubscription({ ...deps, payments }, userId);
  return { done, answered: answered.promise, release: release.resolve };
}

it('an earlier read from Stripe is never saved over a later one', async () => {
  const userId = await billing.givenSubscriber('pro');
  await billing.eventsProcessed();
  await billing.listen(false);
  const earlier = readSlowly(userId);
  await earlier.answered;
  expect((await billing.change(userId, 'elite')).body).toMatchObject({ tier: 'elite' });
  earlier.release();
  expect(await earlier.done).toMatchObject({ tier: 'elite' });
  expect(await billing.entitlementOf(userId)).toMatchObject({ tier: 'elite' });
  await billing.eventsProcessed();
  expect(billing.changesOf(userId).map(({ tier }) => tier)).toEqual(['pro', 'elite']);
});
