import { withAccountLease } from '../src/accounts/account-lease.ts';
import { depsOf } from './deps.ts';
import { useBilling } from './harness.ts';

const billing = useBilling();

describe('the lease of an account', () => {
  it('of a dead process expires; until then other requests are answered 409', async () => {
    const userId = await billing.givenSubscriber('pro');
    await billing.eventsProcessed();
    // The lease of a process that died.
    const leave = (secondsLeft: number) =>
      billing.app.db
        .updateTable('accounts')
        .set({ stripe_leased_until: new Date(Date.now() + secondsLeft * 1000) })
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

  it('is renewed while its work runs, and holds no database connection', async () => {
    const deps = depsOf(billing);
    const users = Array.from({ length: 50 }, () => billing.newUser());
    const done = Promise.withResolvers<void>();
    const works = users.map((userId) => withAccountLease(deps, userId, () => done.promise));
    // Fifty leases and ten connections: another user is served.
    const subscriber = await billing.givenSubscriber('pro');
    expect((await billing.change(subscriber, 'elite')).status).toBe(200);
    await deps.db
      .updateTable('accounts')
      .set({ stripe_leased_until: new Date(Date.now() + 2_500) })
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
