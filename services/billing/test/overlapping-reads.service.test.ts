import { syncSubscription } from '../src/subscriptions/sync-subscription.ts';
import { depsOf } from './deps.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

/** Reads a user's plan as the service does, but the first answer of Stripe arrives only when it is let go. */
function readSlowly(userId: string) {
  const deps = depsOf(billing);
  const answered = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const payments = {
    ...deps.payments,
    listSubscriptions: async (customerId: string) => {
      const answer = await deps.payments.listSubscriptions(customerId);
      answered.resolve();
      await letGo.promise;
      return answer;
    },
  };
  const done = syncSubscription({ ...deps, payments }, userId);
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
