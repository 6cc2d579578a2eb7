import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import { PricingPage } from './pricing.tsx';

const user401 = failure(401, 'UNAUTHENTICATED', 'Sign in.');

describe('pricing', () => {
  test('shows four plans, starter as the most popular, and sends a visitor to the login page', async () => {
    stubServer({ 'GET /api/auth/user': user401 });
    const { user } = show(<PricingPage />, '/pricing');
    expect(within(screen.getByRole('region', { name: 'Starter' })).getByText('Most Popular')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Choose Plan, Pro' }));
    expect(screen.getByLabelText('Address').textContent).toBe('/auth/login');
  });

  test('marks the present plan, and asks before going down to free', async () => {
    const cancel = 'POST /api/cancel-subscription';
    const server = stubServer({
      'GET /api/auth/user': { body: person('pro') },
      [cancel]: { body: { cancelAtPeriodEnd: true } },
    });
    const { user } = show(<PricingPage />, '/pricing');
    expect(await screen.findByRole('button', { name: 'Current Plan' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Get Started Free, Free' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/Are you sure you want to cancel your subscription\?/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Keep Pro' }));
    expect(server.bodiesOf(cancel)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Get Started Free, Free' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Subscription' }));
    expect(await screen.findByText('Subscription Cancelled')).toBeTruthy();
  });

  test('asks before going down to a smaller plan, and says when that fails', async () => {
    const change = 'POST /api/change-subscription';
    const server = stubServer({
      'GET /api/auth/user': { body: person('elite') },
      [change]: failure(503, 'UNAVAILABLE', ''),
    });
    const { user } = show(<PricingPage />, '/pricing');
    await screen.findByRole('button', { name: 'Current Plan' });
    await user.click(screen.getByRole('button', { name: 'Choose Plan, Starter' }));
    await user.click(screen.getByRole('button', { name: 'Change to Starter' }));
    expect(await screen.findByText('Failed to change subscription')).toBeTruthy();
    expect(server.bodiesOf(change)).toEqual([{ tier: 'starter', is1080p: true, isAnnual: false }]);
  });

  test('offers to renew a plan that was cancelled', async () => {
    const cancelled = person('starter', { subscriptionCancelledAt: '2026-11-10T00:00:00Z' });
    stubServer({ 'GET /api/auth/user': { body: cancelled }, 'POST /api/renew-subscription': { body: {} } });
    const { user } = show(<PricingPage />, '/pricing');
    await user.click(await screen.findByRole('button', { name: 'Renew Plan' }));
    expect(await screen.findByText('Subscription Renewed')).toBeTruthy();
  });
});
