import { paidTiers } from '@reelwright/product';
import { useBilling } from './harness.ts';

const billing = useBilling();

interface Wanted {
  readonly tier: string;
  readonly isAnnual: boolean;
}

const hour = 3_600_000;
const day = 24 * hour;

const preview = (userId: string, { tier, isAnnual }: Wanted) =>
  billing.call(userId, 'POST', '/api/preview-subscription-change', billing.choose(tier, isAnnual));

/** @param prorationDate from the preview; without it the change is made without a preview */
const change = (userId: string, { tier, isAnnual }: Wanted, prorationDate?: number | null) =>
  billing.call(userId, 'POST', '/api/change-subscription', {
    ...billing.choose(tier, isAnnual),
    ...(typeof prorationDate === 'number' && { prorationDate }),
  });

const forward = (ms: number) => billing.clock.moveTo(new Date(billing.clock.now().getTime() + ms));

const plans = paidTiers.flatMap((tier) => [false, true].map((isAnnual) => ({ tier, isAnnual })));
type Plan = (typeof plans)[number];
const price = { starter: [3390, 34680], pro: [4990, 51480], elite: [7990, 81480] } as const;
const priceOf = ({ tier, isAnnual }: Plan) => price[tier][isAnnual ? 1 : 0];

describe('the preview of a change', () => {
  it('shows the next charge and its day, also when an annual credit lasts for months', async () => {
    for (const [from, to] of [
      [
        { tier: 'starter', isAnnual: false },
        { tier: 'elite', isAnnual: false },
      ],
      [
        { tier: 'pro', isAnnual: false },
        { tier: 'pro', isAnnual: true },
      ],
      [
        { tier: 'starter', isAnnual: true },
        { tier: 'pro', isAnnual: false },
      ],
      [
        { tier: 'elite', isAnnual: false },
        { tier: 'pro', isAnnual: false },
      ],
    ] as const) {
      const userId = await billing.givenSubscriber(from.tier, from.isAnnual);
      forward(9 * day + 77_000);
      const { body: shown } = await preview(userId, to);
      await change(userId, to, shown.prorationDate);
      const before = (await billing.chargesOf(userId)).length;
      billing.clock.moveTo(new Date(Date.parse(shown.nextChargeAt) + 60_000));
      await billing.stripe.customers.retrieve(await billing.customerOf(userId)); // makes Stripe apply the new time
      const charged = (await billing.chargesOf(userId)).slice(before).reduce((sum, amount) => sum + amount, 0);
      expect([from, to, charged]).toEqual([from, to, shown.nextChargeCents]);
    }
  }, 60_000);

  it('shows the cost of buying, cancelling, staying and renewing', async () => {
    const visitor = billing.newUser();
    expect((await preview(visitor, { tier: 'pro', isAnnual: true })).body).toMatchObject({
      kind: 'checkout',
      dueNowCents: 51480,
      currency: 'eur',
      nextChargeCents: 51480,
      effectiveAt: null,
      prorationDate: null,
    });
    expect(await billing.customerOf(visitor)).toBe('');
    const none = { kind: 'none', dueNowCents: 0, nextChargeCents: null, nextChargeAt: null, prorationDate: null };
    expect((await preview(visitor, { tier: 'free', isAnnual: false })).body).toMatchObject(none);

    const userId = await billing.givenSubscriber('pro');
    const end = (await billing.entitlementOf(userId)).currentPeriodEnd?.toISOString();
    expect((await preview(userId, { tier: 'pro', isAnnual: false })).body).toMatchObject({
      kind: 'none',
      nextChargeCents: 4990,
      nextChargeAt: end,
    });
    const cancel = { kind: 'cancel', dueNowCents: 0, nextChargeCents: null, nextChargeAt: null, effectiveAt: end };
    expect((await preview(userId, { tier: 'free', isAnnual: false })).body).toMatchObject(cancel);
    await billing.call(userId, 'POST', '/api/cancel-subscription');
    expect((await preview(userId, { tier: 'pro', isAnnual: false })).body).toMatchObject({
      kind: 'resume',
      dueNowCents: 0,
      nextChargeCents: 4990,
      nextChargeAt: end,
    });
  });

  it('is valid for an hour within the current period', async () => {
    const userId = await billing.givenSubscriber('starter');
    const elite = { tier: 'elite', isAnnual: false };
    const { body: shown } = await preview(userId, elite);
    const expired = { status: 400, body: { error: 'PREVIEW_EXPIRED' } };
    expect(await change(userId, elite, shown.prorationDate + 3600)).toMatchObject(expired);
    forward(hour + 2_000);
    expect(await change(userId, elite, shown.prorationDate)).toMatchObject(expired);
    const end = Number((await billing.entitlementOf(userId)).currentPeriodEnd);
    billing.clock.moveTo(new Date(end - 60_000));
    const { body: late } = await preview(userId, elite);
    billing.clock.moveTo(new Date(end + 60_000));
    expect(await change(userId, elite, late.prorationDate)).toMatchObject(expired);
    expect(await billing.chargesOf(userId)).toEqual([3390, 3390]);
  });

  it('is refused like the change while a payment is overdue, and offers to pay it', async () => {
    const userId = await billing.givenSubscriber('pro');
    const end = Number((await billing.entitlementOf(userId)).currentPeriodEnd);
    billing.sandbox.chaos.set('stripe', { refusal: 1 });
    billing.clock.moveTo(new Date(end + 60_000));
    await billing.stripe.subscriptions.list({ customer: await billing.customerOf(userId) });
    billing.sandbox.chaos.set('stripe', { refusal: 0 });
    for (const ask of [preview, change]) {
      expect(await ask(userId, { tier: 'elite', isAnnual: false })).toMatchObject({
        status: 400,
        body: { error: 'PAYMENT_OVERDUE' },
      });
    }
    const current = { tier: 'pro', isAnnual: false };
    expect((await preview(userId, current)).body).toMatchObject({ kind: 'checkout', dueNowCents: 4990 });
    const { body } = await change(userId, current);
    expect((await billing.pay(body.checkoutUrl)).status).toBe(200);
    expect(await billing.chargesOf(userId)).toEqual([4990, 4990]);
  });

  it('answers 401 without a session, and refuses an invalid body', async () => {
    const path = '/api/preview-subscription-change';
    expect(await billing.call(undefined, 'POST', path, billing.choose('pro'))).toMatchObject({ status: 401 });
    const userId = billing.newUser();
    const good = billing.choose('pro');
    for (const body of [
      {},
      null,
      [],
      { ...good, tier: 'grow' },
      { ...good, prorationDate: 1 },
      { ...good, is1080p: 1 },
    ]) {
      const { status } = await billing.call(userId, 'POST', path, body);
      expect([body, status]).toEqual([body, 400]);
    }
    for (const prorationDate of [-1, 1.5, '1', 1e20, null, {}]) {
      const body = { ...good, prorationDate };
      const { status } = await billing.call(userId, 'POST', '/api/change-subscription', body);
      expect([body, status]).toEqual([body, 400]);
    }
  });

  it('equals the charge to the cent, from each of the six prices to each other in mid-period', async () => {
    const pairs = plans.flatMap((from) => plans.filter((to) => to !== from).map((to) => ({ from, to })));
    const users = new Map<(typeof pairs)[number], string>();
    for (const plan of plans) {
      const others = pairs.filter(({ from }) => from === plan);
      await Promise.all(
        others.map(async (pair) => users.set(pair, await billing.givenSubscriber(plan.tier, plan.isAnnual))),
      );
    }
    forward(11 * day + 5 * hour + 1_234_567);

    const kinds: string[] = [];
    for (const pair of pairs) {
      const userId = users.get(pair) ?? '';
      const { status, body: shown } = await preview(userId, pair.to);
      expect([pair, status]).toEqual([pair, 200]);
      // Time passes between preview and change.
      forward(17_000);
      const before = (await billing.chargesOf(userId)).length;
      const { body } = await change(userId, pair.to, shown.prorationDate);
      const charged = (await billing.chargesOf(userId)).slice(before).reduce((sum, amount) => sum + amount, 0);
      expect([pair, body.error, charged]).toEqual([pair, undefined, shown.dueNowCents]);
      const applied = { tier: body.tier, nextTier: body.nextTier, effectiveAt: body.effectiveAt };
      expect([pair, applied]).toEqual([
        pair,
        shown.kind === 'upgrade'
          ? { tier: pair.to.tier, nextTier: undefined, effectiveAt: undefined }
          : { tier: pair.from.tier, nextTier: pair.to.tier, effectiveAt: shown.effectiveAt },
      ]);
      if (shown.kind === 'downgrade')
        expect(shown).toMatchObject({ dueNowCents: 0, nextChargeCents: priceOf(pair.to) });
      kinds.push(shown.kind);
    }
    expect(kinds.filter((kind) => kind === 'upgrade')).toHaveLength(15);
    expect(kinds.filter((kind) => kind === 'downgrade')).toHaveLength(15);
  }, 240_000);
});
