import { paidTiers } from '@reelwright/product';
import { useBilling } from './harness.ts';

const billing = useBilling();

const buy = (userId: string, tier: string, isAnnual = false) =>
  billing.call(userId, 'POST', '/api/create-subscription', billing.choose(tier, isAnnual));
const openOf = async (userId: string) =>
  (await billing.stripe.checkout.sessions.list({ customer: await billing.customerOf(userId), status: 'open' })).data;
const canBePaid = async (url: string) => (await fetch(url, { redirect: 'manual' })).status === 200;

/** Exactly one of the answered checkouts can be paid; every other answer is a 409. */
async function expectOneCheckout(userId: string, answers: Awaited<ReturnType<typeof buy>>[]) {
  for (const { status, body } of answers) {
    if (status !== 200) expect([status, body.error]).toEqual([409, 'CHECKOUT_BUSY']);
  }
  const open = await openOf(userId);
  expect(open).toHaveLength(1);
  const urls = new Set(answers.flatMap(({ body }) => (body.checkoutUrl ? [String(body.checkoutUrl)] : [])));
  expect([...urls]).toContain(open[0]?.url);
  const payable = [];
  for (const url of urls) if (await canBePaid(url)) payable.push(url);
  expect(payable).toEqual([open[0]?.url]);
  return String(open[0]?.url);
}

describe('two checkouts started at the same time', () => {
  it('for two plans leave exactly one that can be paid, and it buys its plan', async () => {
    for (let i = 0; i < 10; i++) {
      const userId = billing.newUser();
      const answers = await Promise.all([buy(userId, 'pro'), buy(userId, 'elite')]);
      const url = await expectOneCheckout(userId, answers);
      expect((await billing.pay(url)).status).toBe(303);
      expect(await billing.chargesOf(userId)).toHaveLength(1);
    }
  }, 40_000);

  it('while another is open leave exactly one, for every pair of requests', async () => {
    for (let i = 0; i < 5; i++) {
      const userId = billing.newUser();
      const first = await buy(userId, 'starter', true);
      const answers = await Promise.all(paidTiers.flatMap((tier) => [buy(userId, tier), buy(userId, tier, true)]));
      await expectOneCheckout(userId, [first, ...answers]);
    }
  }, 40_000);

  it('of each of fifty users leave one per user', async () => {
    const users = Array.from({ length: 50 }, () => billing.newUser());
    const answers = await Promise.all(
      users.map((userId) => Promise.all([buy(userId, 'pro'), billing.change(userId, 'elite')])),
    );
    for (const [index, userId] of users.entries()) {
      const given = answers[index] ?? [];
      expect(given.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const [open, ...others] = await openOf(userId);
      expect(others).toEqual([]);
      expect(given.map(({ body }) => body.checkoutUrl)).toContain(open?.url);
    }
  }, 60_000);
});
