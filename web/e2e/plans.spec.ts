import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { callApi, eventually, newVisitor, openBrowser, sandbox, signUp, step, type Visitor } from './fixtures.ts';

const HOUR_MS = 3_600_000;
const CARD = { declined: '4000000000000002', failsLater: '4000000000000341', pays: '4242424242424242' };

interface Plan {
  subscriptionTier: string;
  isAnnual: boolean;
  subscriptionStatus: string;
  nextTier: string | null;
  currentPeriodEnd: string | null;
}

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
}, 60_000);
afterAll(() => browser.close());

/** Waits until the account has these values: Stripe notifies the server shortly after it redirects the browser. */
const waitForPlan = (wanted: Partial<Plan>) =>
  eventually(async () => {
    const user = await callApi<Plan>(visitor, '/api/auth/user');
    expect(user).toMatchObject(wanted);
    return user;
  }, 30_000);

const card = (name: string) => visitor.page.getByRole('region', { name, exact: true });
const question = () => visitor.page.getByRole('alertdialog');

it('covers a declined card, a first plan, an upgrade, a downgrade, a cancellation, a renewal and an overdue payment', async () => {
  const { page } = visitor;
  const origin = () => new URL(page.url()).origin;

  await step('has the card declined, leaves the checkout, and the plan has not changed', async () => {
    await page.goto('/pricing');
    const own = origin();
    await page.getByRole('button', { name: 'Choose Plan, Starter' }).click();
    await page.getByLabel('Card number').fill(CARD.declined);
    await page.getByRole('button', { name: 'Pay and subscribe' }).click();
    await page.getByRole('alert').getByText('Your card was declined.').waitFor();
    await page.getByRole('button', { name: /Back to/ }).click();
    await page.waitForURL((url) => url.origin === own);
    await page.getByText('You left the checkout.').waitFor();
    await waitForPlan({ subscriptionTier: 'free', subscriptionStatus: 'none' });
  });

  await step('buys Starter', async () => {
    await page.goto('/pricing');
    const own = origin();
    await page.getByRole('button', { name: 'Choose Plan, Starter' }).click();
    await page.getByRole('heading', { name: 'Subscribe to Reelwright Starter' }).waitFor();
    await page.getByRole('button', { name: 'Pay and subscribe' }).click();
    await page.waitForURL((url) => url.origin === own && url.pathname === '/dashboard');
    await page.getByText('Payment Completed!').waitFor();
    await page.getByText('Your Starter plan has been activated successfully.').waitFor();
    await page.waitForURL((url) => url.search === '');
    await waitForPlan({ subscriptionTier: 'starter', subscriptionStatus: 'active', isAnnual: false });
  });

  await step('upgrades to Pro, and pays the amount of the confirmation', async () => {
    await page.goto('/pricing');
    await page.getByRole('button', { name: 'Choose Plan, Pro' }).click();
    const text = await question()
      .getByText(/^You pay .* now, then €49\.90 on /)
      .textContent();
    const amount = /You pay (\S+) now/.exec(text ?? '')?.[1] ?? '';
    await question().getByRole('button', { name: 'Upgrade to Pro' }).click();
    await page.getByText('Plan Changed').waitFor();
    await waitForPlan({ subscriptionTier: 'pro', subscriptionStatus: 'active' });
    await eventually(async () => {
      await page.goto('/profile');
      const newest = card('Current Plan').getByRole('listitem').first();
      expect(await newest.textContent()).toContain(amount);
      expect(await newest.textContent()).toContain('Upgraded to Pro, monthly');
    }, 30_000);
  });

  await step('plans a downgrade to Starter for the end of the period, and undoes it', async () => {
    await page.goto('/pricing');
    await page.getByRole('button', { name: 'Choose Plan, Starter' }).click();
    await question()
      .getByText(/^Pro runs to .*; Starter with 8 videos per month follows/)
      .waitFor();
    await question().getByRole('button', { name: 'Change to Starter' }).click();
    await page.getByText('Plan Changed').waitFor();
    await waitForPlan({ subscriptionTier: 'pro', subscriptionStatus: 'downgrade_pending', nextTier: 'starter' });
    await page.goto('/profile');
    await card('Current Plan')
      .getByText(/^From .+: Starter, €33\.90 a month$/)
      .waitFor();
    await card('Current Plan').getByRole('button', { name: 'Keep Pro' }).click();
    await waitForPlan({ subscriptionTier: 'pro', subscriptionStatus: 'active', nextTier: null });
    await card('Current Plan')
      .getByText(/^Renews on /)
      .waitFor();
    const manage = card('Current Plan').getByRole('link', { name: 'Manage Subscription' });
    expect(await manage.getAttribute('href')).toBe('/pricing');
    await card('Current Plan').getByText('Subscription Management').waitFor();
    await card('Current Plan').getByText('12 videos per month').waitFor();
  });

  await step('cancels after a confirmation, and renews', async () => {
    await page.goto('/profile');
    await card('Current Plan').getByRole('button', { name: 'Cancel Subscription' }).click();
    await question()
      .getByText(
        'Are you sure you want to cancel your subscription? You will still have access until the end of your billing period.',
      )
      .waitFor();
    await question().getByRole('button', { name: 'Cancel Subscription' }).click();
    await page.getByText('Subscription Cancelled').waitFor();
    await card('Current Plan')
      .getByText(/^Your subscription will expire on /)
      .waitFor();
    await waitForPlan({ subscriptionTier: 'pro', subscriptionStatus: 'cancelling' });
    await page.goto('/pricing');
    await card('Pro').getByRole('button', { name: 'Renew Plan' }).click();
    await page.getByText('Subscription Renewed').waitFor();
    await waitForPlan({ subscriptionTier: 'pro', subscriptionStatus: 'active' });
  });

  const { currentPeriodEnd } = await step(
    'saves a card that fails later, and the renewal payment is overdue',
    async () => {
      await page.goto('/profile');
      const own = origin();
      await page.getByRole('button', { name: 'Manage payment method' }).click();
      await page.getByLabel('Card number').fill(CARD.failsLater);
      await page.getByRole('button', { name: 'Save card' }).click();
      await page.waitForURL((url) => url.origin === own && url.pathname === '/profile');
      const before = await callApi<Plan>(visitor, '/api/auth/user');
      await sandbox.moveTo(new Date(Date.parse(before.currentPeriodEnd ?? '') + HOUR_MS));
      await waitForPlan({ subscriptionTier: 'pro', subscriptionStatus: 'past_due' });
      return before;
    },
  );

  await step(
    'sees the overdue payment on the dashboard, cannot upgrade until it is paid, and pays with another card',
    async () => {
      await page.goto('/pricing');
      await page.getByText('Plans can be changed once it is settled.').waitFor();
      expect(await page.getByRole('button', { name: 'Choose Plan, Elite' }).isDisabled()).toBe(true);
      await page.goto('/dashboard');
      await page.getByText('Your last payment of €49.90 did not go through.').waitFor();
      await page.getByText(/^Everything works until /).waitFor();
      await page.getByRole('button', { name: 'Pay now' }).click();
      await page.getByLabel('Card number').fill(CARD.pays);
      await page.getByRole('button', { name: 'Pay invoice' }).click();
      await page.getByRole('heading', { name: 'Paid' }).waitFor();
      const after = await waitForPlan({ subscriptionTier: 'pro', subscriptionStatus: 'active' });
      expect(Date.parse(after.currentPeriodEnd ?? '')).toBeGreaterThan(Date.parse(currentPeriodEnd ?? ''));
      await page.goto('/dashboard');
      await page.getByRole('heading', { name: /^Welcome,/ }).waitFor();
      expect(await page.getByText(/^Your last payment /).count()).toBe(0);
    },
  );

  expect(visitor.faults).toEqual([]);
});
