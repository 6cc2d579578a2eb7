import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Auth, startAuth } from './harness.ts';

let auth: Auth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const end = new Date('2096-04-10T09:00:00Z');
const graceEnd = new Date('2096-04-17T09:00:00Z');

async function readWith(plan: object) {
  const response = await auth.app.inject({ method: 'POST', url: '/api/auth/signup', payload: auth.newPerson() });
  const headers = await auth.identity.asUser(response.json().id);
  const read = async () => (await auth.app.inject({ url: '/api/auth/user', headers })).json();
  Object.assign(auth.stubbedServices, { tier: 'pro', entitledUntil: graceEnd, plan });
  try {
    const answer = await read();
    auth.stubbedServices.billingDown = true;
    expect(await read()).toEqual(answer);
    return answer;
  } finally {
    Object.assign(auth.stubbedServices, { billingDown: false, tier: 'free', entitledUntil: undefined, plan: {} });
  }
}

describe('the plan of the current user', () => {
  it('shows the next plan and its start, also while billing is down', async () => {
    const plan = { status: 'downgrade_pending', nextTier: 'starter', nextIsAnnual: true, currentPeriodEnd: end };
    expect(await readWith(plan)).toMatchObject({
      subscriptionTier: 'pro',
      subscriptionStatus: 'downgrade_pending',
      nextTier: 'starter',
      nextIsAnnual: true,
      currentPeriodEnd: end.toISOString(),
      paymentDueBy: null,
      paymentDueCents: null,
    });
  });

  it('shows no interval of the next plan when billing does not know it', async () => {
    const plan = { status: 'downgrade_pending', nextTier: 'starter', currentPeriodEnd: end };
    expect(await readWith(plan)).toMatchObject({ nextTier: 'starter', nextIsAnnual: null });
  });

  it('shows the overdue amount and until when it can be paid', async () => {
    const owing = { status: 'past_due', currentPeriodEnd: end, overdueCents: 4990, overdueCurrency: 'eur' };
    expect(await readWith(owing)).toMatchObject({
      subscriptionStatus: 'past_due',
      paymentDueCents: 4990,
      paymentDueCurrency: 'eur',
      nextTier: null,
      nextIsAnnual: null,
      currentPeriodEnd: end.toISOString(),
      paymentDueBy: graceEnd.toISOString(),
    });
  });
});
