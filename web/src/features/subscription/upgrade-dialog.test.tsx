import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { failure, show, stubServer } from '../../../test/browser.tsx';
import type { Tier } from '../../content/plans.ts';
import { UpgradeDialog } from './upgrade-dialog.tsx';

const nothing = () => {};
const offered = () => screen.queryAllByRole('button', { name: /^Upgrade to / }).map((button) => button.textContent);

test.each<[Tier, string[]]>([
  ['free', ['Upgrade to Starter', 'Upgrade to Pro', 'Upgrade to Elite']],
  ['starter', ['Upgrade to Pro', 'Upgrade to Elite']],
  ['pro', ['Upgrade to Elite']],
  ['elite', []],
])('on %s only the plans above are offered', (tier, names) => {
  stubServer({});
  show(<UpgradeDialog tier={tier} hasSubscription={tier !== 'free'} onClose={nothing} />);
  expect(offered()).toEqual(names);
  expect(screen.queryByText("You're on the highest plan!") !== null).toBe(tier === 'elite');
});

test('pro is the most popular one, and annual prices come with their badge', async () => {
  stubServer({});
  const { user } = show(<UpgradeDialog tier="free" hasSubscription={false} onClose={nothing} />);
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

test('a checkout that cannot start says why', async () => {
  const call = 'POST /api/create-subscription';
  const server = stubServer({ [call]: failure(409, 'SUBSCRIPTION_EXISTS', 'You have a subscription already.') });
  const { user } = show(<UpgradeDialog tier="free" hasSubscription={false} onClose={nothing} />);
  await user.click(screen.getByRole('button', { name: 'Upgrade to Pro' }));
  expect(await screen.findByText('You have a subscription already.')).toBeTruthy();
  server.answers[call] = { body: {} };
  await user.click(screen.getByRole('button', { name: 'Upgrade to Pro' }));
  expect(await screen.findByText('No checkout URL received')).toBeTruthy();
  expect(server.bodiesOf(call)[0]).toEqual({ tier: 'pro', is1080p: true, isAnnual: false });
});
