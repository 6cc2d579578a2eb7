import { paidTiers } from '@reelwright/product';
import { useBilling } from './harness.ts';
import { change, day, forward, hour, preview } from './previews.ts';

const billing = useBilling();

const plans = paidTiers.flatMap((tier) => [false, true].map((isAnnual) => ({ tier, isAnnual })));
type Plan = (typeof plans)[number];
const price = { starter: [3390, 34680], pro: [4990, 51480], elite: [7990, 81480] } as const;
const priceOf = ({ tier, isAnnual }: Plan) => price[tier][isAnnual ? 1 : 0];

describe('the preview of a change', () => {
  it('equals the charge to the cent, from each of the six prices to each other in mid-period', async () => {
    const pairs = plans.flatMap((from) => plans.filter((to) => to !== from).map((to) => ({ from, to })));
    const users = new Map<(typeof pairs)[number], string>();
    for (const plan of plans) {
      const others = pairs.filter(({ from }) => from === plan);
      await Promise.all(
        others.map(async (pair) => users.set(pair, await billing.givenSubscriber(plan.tier, plan.isAnnual))),
      );
    }
    forward(billing, 11 * day + 5 * hour + 1_234_567);

    const kinds: string[] = [];
    for (const pair of pairs) {
      const userId = users.get(pair) ?? '';
      const { status, body: shown } = await preview(billing, userId, pair.to);
      expect([pair, status]).toEqual([pair, 200]);
      // Time passes between preview and change.
      forward(billing, 17_000);
      const before = (await billing.chargesOf(userId)).length;
      const { body } = await change(billing, userId, pair.to, shown.prorationDate);
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
