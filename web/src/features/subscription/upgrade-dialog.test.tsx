import { describe, expect, test } from '@jest/globals';
import type { Tier } from '@reelwright/product';
import { screen, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../../test/browser.tsx';
import { person } from '../../../test/people.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const nothing = () => {};
const offered = () => screen.queryAllByRole('button', { name: /^Upgrade to / }).map((button) => button.textContent);
const preview = 'POST /api/preview-subscription-change';
const change = 'POST /api/change-subscription';
const upgrade = {
  kind: 'upgrade',
  dueNowCents: 1234,
  currency: 'eur',
  nextChargeCents: 4990,
  nextChargeAt: '2026-12-02T12:00:00Z',
  effectiveAt: null,
  prorationDate: 1_795_000_000,
};

test.each<[Tier, string[]]>([
  ['free', ['Upgrade to Starter', 'Upgrade to Pro', 'Upgrade to Elite']],
  ['starter', ['Upgrade to Pro', 'Upgrade to Elite']],
  ['pro', ['Upgrade to Elite']],
  ['elite', []],
])('offers on %s only the plans above', (tier, names) => {
  stubServer({});
  show(<UpgradeDialog user={person(tier)} from="dashboard" onClose={nothing} />);
  expect(offered()).toEqual(names);
  expect(screen.queryByText("You're on the highest plan!") !== null).toBe(tier === 'elite');
});

test('marks pro as most popular, and shows a badge beside annual prices', async () => {
  stubServer({});
  const { user } = show(<UpgradeDialog user={person('free')} from="dashboard" onClose={nothing} />);
  const pro = within(screen.getByRole('region', { name: 'Pro' }));
  expect(pro.getByText('Most Popular')).toBeTruthy();
  for (const line of [
    '12 videos per month',
    '8-second reels (1080p)',
    'Veo3 AI technology',
    'Multi-platform posting',
  ]) {
    expect(pro.getByText(line)).toBeTruthy();
  }
  await user.click(screen.getByRole('button', { name: 'Annual 20% off' }));
  expect(pro.getByText(/billed annually/).textContent).toContain('515');
});

test.each([
  ['dashboard', 'Failed to create checkout session'],
  ['profile', 'Failed to create subscription'],
] as const)('a checkout from the %s that fails without a reason has its own words', async (from, words) => {
  stubServer({ 'POST /api/create-subscription': failure(500, 'INTERNAL', '') });
  const { user } = show(<UpgradeDialog user={person('free')} from={from} onClose={nothing} />);
  await user.click(screen.getByRole('button', { name: 'Upgrade to Pro' }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test('says why a checkout cannot start', async () => {
  const call = 'POST /api/create-subscription';
  const server = stubServer({ [call]: failure(409, 'SUBSCRIPTION_EXISTS', 'You have a subscription already.') });
  const { user } = show(<UpgradeDialog user={person('free')} from="dashboard" onClose={nothing} />);
  await user.click(screen.getByRole('button', { name: 'Upgrade to Pro' }));
  expect(await screen.findByText('You have a subscription already.')).toBeTruthy();
  server.answers[call] = { body: {} };
  await user.click(screen.getByRole('button', { name: 'Upgrade to Pro' }));
  expect(await screen.findByText('No checkout URL received')).toBeTruthy();
  expect(server.bodiesOf(call)[0]).toEqual({ tier: 'pro', is1080p: true, isAnnual: false });
});

describe('a paid plan', () => {
  async function choosePro(answers: Parameters<typeof stubServer>[0], change: Parameters<typeof person>[1] = {}) {
    const server = stubServer(answers);
    const view = show(<UpgradeDialog user={person('starter', change)} from="dashboard" onClose={nothing} />);
    await view.user.click(screen.getByRole('button', { name: 'Upgrade to Pro' }));
    return { server, ...view };
  }
  const confirm = () => screen.findByRole('button', { name: 'Upgrade to Pro' });

  test('starts with its own billing interval', () => {
    stubServer({});
    show(<UpgradeDialog user={person('starter', { isAnnual: true })} from="dashboard" onClose={nothing} />);
    expect(screen.getByRole('button', { name: 'Annual 20% off' }).getAttribute('aria-pressed')).toBe('true');
  });

  test('with monthly billing is also offered annually', async () => {
    stubServer({ [preview]: pending });
    const { user } = show(<UpgradeDialog user={person('starter')} from="dashboard" onClose={nothing} />);
    expect(screen.queryByRole('button', { name: 'Switch to annual' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Annual 20% off' }));
    const own = within(screen.getByRole('region', { name: 'Starter' }));
    expect(offered()).toEqual(['Upgrade to Pro', 'Upgrade to Elite']);
    await user.click(own.getByRole('button', { name: 'Switch to annual' }));
    expect(screen.getByRole('alertdialog', { name: 'Switch to annual?' })).toBeTruthy();
  });

  test('shows the price of an upgrade before it is made, and is charged exactly that', async () => {
    const { server, user } = await choosePro({ [preview]: { body: upgrade }, [change]: { body: { tier: 'pro' } } });
    expect(await screen.findByText('You pay €12.34 now, then €49.90 on December 2, 2026.')).toBeTruthy();
    expect(server.bodiesOf(change)).toEqual([]);
    await user.click(await confirm());
    expect(await screen.findByText('Plan Changed')).toBeTruthy();
    expect(server.bodiesOf(change)).toEqual([
      { tier: 'pro', is1080p: true, isAnnual: false, prorationDate: 1_795_000_000 },
    ]);
  });

  test('shows no price and no button while the preview loads', async () => {
    await choosePro({ [preview]: pending });
    expect(screen.getByText('Calculating your price...')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Upgrade to Pro' })).toBeNull();
  });

  test('says when the preview failed, and can retry it', async () => {
    const { server, user } = await choosePro({ [preview]: failure(503, 'PAYMENTS_UNAVAILABLE', 'Stripe is away.') });
    expect(await screen.findByText(/Nothing has changed. Stripe is away./)).toBeTruthy();
    server.answers[preview] = { body: upgrade };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/You pay €12.34 now/)).toBeTruthy();
  });

  test('reads a new preview when the one on the screen has expired', async () => {
    const { server, user } = await choosePro({
      [preview]: { body: upgrade },
      [change]: failure(400, 'PREVIEW_EXPIRED', 'Look again.'),
    });
    const button = await confirm();
    server.answers[preview] = { body: { ...upgrade, dueNowCents: 1300 } };
    await user.click(button);
    expect(await screen.findByText('The amount has changed.')).toBeTruthy();
    expect(screen.getByText(/You pay €13.00 now/)).toBeTruthy();
  });

  test('says that the card was declined, and links to the payment method', async () => {
    const { user } = await choosePro({
      [preview]: { body: upgrade },
      [change]: failure(400, 'CARD_DECLINED', 'Declined.'),
    });
    await user.click(await confirm());
    expect(await screen.findByText('Your card was declined.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Update payment method' })).toBeTruthy();
  });

  test('says that the chosen plan is the current one if it was changed meanwhile', async () => {
    const { user } = await choosePro({
      [preview]: { body: upgrade },
      [change]: failure(400, 'ALREADY_ON_PLAN', "You're already on this plan!"),
    });
    await user.click(await confirm());
    expect(await screen.findByText("You're already on this plan!")).toBeTruthy();
  });

  test('with an overdue payment shows the deadline, and offers no change', () => {
    stubServer({});
    const overdue = { subscriptionStatus: 'past_due', paymentDueBy: '2026-11-27T12:00:00Z' } as const;
    show(<UpgradeDialog user={person('starter', overdue)} from="dashboard" onClose={nothing} />);
    expect(screen.getByText(/Everything works until November 27, 2026/)).toBeTruthy();
    for (const button of screen.getAllByRole('button', { name: /^Upgrade to / })) {
      expect((button as HTMLButtonElement).disabled).toBe(true);
    }
  });

  test('whose payment became overdue meanwhile shows that, with a button to pay', async () => {
    await choosePro({ [preview]: failure(400, 'PAYMENT_OVERDUE', 'A payment is overdue.') });
    expect(await screen.findByText('Your last payment did not go through.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Update payment method' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Upgrade to Pro' })).toBeNull();
  });

  test('that was cancelled continues with an upgrade, and says so', async () => {
    await choosePro({ [preview]: { body: upgrade } }, { subscriptionCancelledAt: '2026-11-10T00:00:00Z' });
    expect(await screen.findByText('Your plan will continue.')).toBeTruthy();
  });

  test('shows a planned change, and undoes it on request', async () => {
    const renew = 'POST /api/renew-subscription';
    const server = stubServer({ [renew]: { body: { success: true, tier: 'pro' } } });
    const coming = { subscriptionStatus: 'downgrade_pending', nextTier: 'starter' } as const;
    const { user } = show(<UpgradeDialog user={person('pro', coming)} from="dashboard" onClose={nothing} />);
    expect(screen.getByText('Starter from December 2, 2026')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep Pro' }));
    expect(await screen.findByText('Your plan stays Pro.')).toBeTruthy();
    expect(server.bodiesOf(renew)).toEqual([{}]);
  });
});
