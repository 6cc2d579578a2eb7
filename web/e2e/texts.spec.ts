import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newVisitor, openBrowser, signIn, signUp, step } from './fixtures.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('shows the error texts of the specification, through the whole stack', async () => {
  const visitor = await newVisitor(browser);
  const { page, context } = visitor;

  await step('is sent to the login page without a session', async () => {
    await page.goto('/dashboard');
    await page.getByText('You are logged out. Logging in again...').waitFor();
    await page.waitForURL('**/auth/login');
  });

  await step('cannot sign in without an account', async () => {
    await signIn(visitor);
    await page.getByText('Login failed').waitFor();
    await page.getByText('Invalid credentials. Please try again.').first().waitFor();
  });

  await step('signs up', async () => {
    await signUp(visitor);
    await page.getByText('Account created!').waitFor();
  });

  await step('gets plain sentences for an invalid request', async () => {
    const entry = (change: object) => ({
      videoType: 'v1',
      scheduledDates: [{ date: '2030-01-01', time: '09:00', ...change }],
    });
    const plan = { tier: 'grow', is1080p: true, isAnnual: false };
    const refusals: [path: string, body: object, message: string][] = [
      ['/api/video-configurations', {}, 'Video type is required'],
      ['/api/video-configurations', { videoType: '' }, 'Video type is required'],
      ['/api/video-configurations', entry({ date: '' }), 'Date is required'],
      ['/api/video-configurations', entry({ time: '' }), 'Time is required'],
      ['/api/video-configurations', { videoType: 'v1', userId: '1' }, 'Unknown field: userId.'],
      ['/api/create-subscription', plan, 'tier must be one of: starter, pro, elite.'],
      ['/api/auth/login', { email: 'nope', password: 'x' }, 'Please enter a valid e-mail address.'],
      ['/api/auth/login', { email: 'ada@example.com', password: '' }, 'password is required.'],
    ];
    for (const [path, data, message] of refusals) {
      const response = await context.request.post(path, { data });
      expect([path, response.status(), ((await response.json()) as { message: string }).message]).toEqual([
        path,
        400,
        message,
      ]);
    }
  });

  await step('returns from TikTok with its message', async () => {
    await page.goto('/social?error=tiktok&message=Not%20today');
    await page.getByText('TikTok Connection Failed').waitFor();
    await page.getByText('Not today').waitFor();
    await page.waitForURL((url) => url.pathname === '/social' && url.search === '');
  });

  await step('sees which plan is the current one', async () => {
    await page.goto('/pricing');
    await page.getByRole('region', { name: 'Free' }).getByRole('button', { name: 'Current Plan' }).waitFor();
  });

  await step('finds no page at an unknown address', async () => {
    expect((await page.goto('/nothing-here'))?.status()).toBe(404);
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
    await page.getByText('Did you forget to add the page to the router?').waitFor();
  });

  expect(visitor.faults).toEqual([]);
});
