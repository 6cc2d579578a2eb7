import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { PricingPage } from './pricing.tsx';

const user401 = failure(401, 'UNAUTHENTICATED', 'Sign in.');
const preview = 'POST /api/preview-subscription-change';
const change = 'POST /api/change-subscription';
const down = {
  kind: 'downgrade',
  dueNowCents: 0,
  currency: 'eur',
  nextChargeCents: 3390,
  nextChargeAt: '2026-12-02T12:00:00Z',
  effectiveAt: '2026-12-02T12:00:00Z',
  prorationDate: null,
};
const card = (name: string) => within(screen.getByRole('region', { name }));
const annual = 'Annual Save 20%';

/** Opens the pricing page for a user, and waits until the user is read. */
async function open(user: CurrentUser, answers: Parameters<typeof stubServer>[0] = {}, address = '/pricing') {
  const server = stubServer({ 'GET /api/auth/user': { body: user }, ...answers });
  const view = show(<PricingPage />, address);
  await screen.findByText('Back to dashboard');
  return { server, ...view };
}

describe('pricing', () => {
  test('shows four plans, starter as the most popular, and sends a visitor to the login page', async () => {
    stubServer({ 'GET /api/auth/user': user401 });
    const { user } = show(<PricingPage />, '/pricing');
    expect(card('Starter').getByText('Most Popular')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose Plan, Pro' }));
    await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/login'));
  });

  test('marks the current plan, and asks for confirmation before a downgrade to free', async () => {
    const cancel = 'POST /api/cancel-subscription';
    const { server, user } = await open(person('pro'), { [cancel]: { body: { cancelAtPeriodEnd: true } } });
    expect(card('Pro').getByRole('button', { name: 'Current Plan' })).toBeTruthy();
    await user.click(card('Free').getByRole('button', { name: 'Get Started Free, Free' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/Are you sure you want to cancel your subscription\?/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Keep Pro' }));
    expect(server.bodiesOf(cancel)).toEqual([]);
    await user.click(card('Free').getByRole('button', { name: 'Get Started Free, Free' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Subscription' }));
    expect(
      await screen.findByText(
        'You still have access until the end of your billing period. Your plan ends on December 2, 2026.',
      ),
    ).toBeTruthy();
    expect(server.bodiesOf(cancel)).toEqual([{}]);
  });

  test('says in a separate line why a checkout cannot start', async () => {
    const call = 'POST /api/create-checkout-session';
    const failed = 'Failed to create checkout session. Please try again.';
    const { server, user } = await open(person('free'), {
      [call]: failure(503, 'PAYMENTS_UNAVAILABLE', 'Payments are not available right now.'),
    });
    await user.click(screen.getByRole('button', { name: 'Choose Plan, Pro' }));
    expect(await screen.findByText(failed)).toBeTruthy();
    expect(screen.getByText('Payments are not available right now.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    server.answers[call] = { body: {} };
    await user.click(screen.getByRole('button', { name: 'Choose Plan, Pro' }));
    expect(await screen.findByText('No checkout URL received')).toBeTruthy();
    expect(screen.getByText(failed)).toBeTruthy();
  });

  test('says that a plan could not be renewed, and why', async () => {
    const cancelled = person('starter', {
      subscriptionCancelledAt: '2026-11-10T00:00:00Z',
      subscriptionExpiresAt: '2026-12-02T12:00:00Z',
      subscriptionStatus: 'cancelling',
    });
    const { user } = await open(cancelled, {
      'POST /api/renew-subscription': failure(409, 'SUBSCRIPTION_BUSY', 'Your subscription is changing right now.'),
    });
    await user.click(screen.getByRole('button', { name: 'Renew Plan' }));
    expect(await screen.findByText('Failed to renew subscription. Please try again.')).toBeTruthy();
    expect(screen.getByText('Your subscription is changing right now.')).toBeTruthy();
  });

  test('lists the features of every paid plan on the largest one too', async () => {
    await open(person('free'));
    for (const line of ['8-second reels (1080p)', 'Multi-platform posting', 'Custom branding']) {
      expect(card('Elite').getByText(line)).toBeTruthy();
    }
  });

  test('confirms a downgrade with its date, and says when it fails', async () => {
    const { server, user } = await open(person('elite'), {
      [preview]: { body: down },
      [change]: failure(503, 'UNAVAILABLE', ''),
    });
    await user.click(screen.getByRole('button', { name: 'Choose Plan, Starter' }));
    expect(
      await screen.findByText(
        'Elite runs to December 2, 2026; Starter with 8 videos per month follows for €33.90 a month.',
      ),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Change to Starter' }));
    expect(await screen.findByText('Failed to change subscription')).toBeTruthy();
    expect(server.bodiesOf(change)).toEqual([{ tier: 'starter', is1080p: true, isAnnual: false }]);
  });

  test('shows the planned change and its date after a downgrade', async () => {
    const { user } = await open(person('elite'), {
      [preview]: { body: down },
      [change]: { body: { tier: 'elite', nextTier: 'starter', effectiveAt: '2026-12-02T12:00:00Z' } },
    });
    await user.click(screen.getByRole('button', { name: 'Choose Plan, Starter' }));
    await user.click(await screen.findByRole('button', { name: 'Change to Starter' }));
    expect(await screen.findByText('Starter from December 2, 2026.')).toBeTruthy();
  });

  test('offers to renew a cancelled plan, and not to cancel it again', async () => {
    const cancelled = person('starter', {
      subscriptionCancelledAt: '2026-11-10T00:00:00Z',
      subscriptionExpiresAt: '2026-12-02T12:00:00Z',
      subscriptionStatus: 'cancelling',
    });
    const { user } = await open(cancelled, {
      'POST /api/renew-subscription': { body: { success: true, tier: 'pro' } },
    });
    const free = card('Free');
    expect(free.getByRole<HTMLButtonElement>('button', { name: 'Get Started Free, Free' }).disabled).toBe(true);
    expect(free.getByText('Free from December 2, 2026.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Renew Plan' }));
    expect(await screen.findByText('Subscription Renewed')).toBeTruthy();
  });

  test('marks a plan as current only with the same interval, and switches to annual at its price', async () => {
    const year = { ...down, kind: 'upgrade', dueNowCents: 48_090, nextChargeCents: 51_480, prorationDate: 1 };
    const { server, user } = await open(person('pro'), { [preview]: { body: year }, [change]: { body: {} } });
    await user.click(screen.getByRole('button', { name: annual }));
    expect(screen.queryByRole('button', { name: 'Current Plan' })).toBeNull();
    await user.click(card('Pro').getByRole('button', { name: 'Switch to annual' }));
    expect(await screen.findByText('You pay €480.90 now, then €514.80 on December 2, 2026.')).toBeTruthy();
    const question = within(screen.getByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Switch to annual' }));
    expect(await screen.findByText('Plan Changed')).toBeTruthy();
    expect(server.bodiesOf(change)).toEqual([{ tier: 'pro', is1080p: true, isAnnual: true, prorationDate: 1 }]);
  });

  test('starts with annual prices for annual billing, and switches to monthly at the end of the year', async () => {
    const { user } = await open(person('pro', { isAnnual: true }), {
      [preview]: { body: { ...down, nextChargeCents: 4990 } },
    });
    expect(screen.getByRole('button', { name: annual }).getAttribute('aria-pressed')).toBe('true');
    expect(card('Pro').getByRole('button', { name: 'Current Plan' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Monthly' }));
    await user.click(card('Pro').getByRole('button', { name: 'Switch to monthly' }));
    expect(
      await screen.findByText('Pro stays billed annually until December 2, 2026; from then on you pay €49.90 a month.'),
    ).toBeTruthy();
  });

  test('shows a planned downgrade, and undoes it', async () => {
    const coming = person('pro', { subscriptionStatus: 'downgrade_pending', nextTier: 'starter' });
    const { server, user } = await open(coming, {
      'POST /api/renew-subscription': { body: { success: true, tier: 'pro' } },
    });
    expect(screen.getByText('Starter from December 2, 2026')).toBeTruthy();
    expect(card('Starter').getByText('Starter from December 2, 2026.')).toBeTruthy();
    await user.click(card('Pro').getByRole('button', { name: 'Keep Pro' }));
    expect(await screen.findByText('Your plan stays Pro.')).toBeTruthy();
    expect(server.bodiesOf('POST /api/renew-subscription')).toHaveLength(1);
  });

  test('does not offer a planned change again, but the same plan with annual billing', async () => {
    const coming = { subscriptionStatus: 'downgrade_pending', nextTier: 'starter', nextIsAnnual: false } as const;
    const { user } = await open(person('pro', coming));
    const choose = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Choose Plan, Starter' });
    expect(card('Starter').getByText('From December 2, 2026: Starter, €33.90 a month.')).toBeTruthy();
    expect(choose().disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: /Annual/ }));
    expect(choose().disabled).toBe(false);
  });

  test('allows a cancellation but no change while a payment is overdue', async () => {
    await open(person('pro', { subscriptionStatus: 'past_due', paymentDueBy: '2026-11-27T12:00:00Z' }));
    expect(screen.getByText(/Plans can be changed once it is settled/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose Plan, Elite' }).disabled).toBe(true);
    expect(card('Free').getByRole<HTMLButtonElement>('button', { name: 'Get Started Free, Free' }).disabled).toBe(
      false,
    );
  });

  test('says after an abandoned checkout that nothing was charged', async () => {
    await open(person('free'), {}, '/pricing?cancelled=true');
    expect(screen.getByText('You left the checkout.')).toBeTruthy();
  });
});
