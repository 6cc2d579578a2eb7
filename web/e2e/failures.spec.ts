import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { newVisitor, openBrowser, signUp, step } from './fixtures.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('says what failed when a service is unavailable, and keeps what was typed', async () => {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await signUp(visitor);
  const away = { status: 503, json: { error: 'SERVICE_UNAVAILABLE', message: 'A part of Reelwright is restarting.' } };
  /** Makes a call fail as it does while its service restarts. */
  const fail = (path: string, method: string) =>
    page.route(`**${path}`, (route) => (route.request().method() === method ? route.fulfill(away) : route.continue()));

  await step('cannot load the regeneration status', async () => {
    await fail('/api/regeneration-status', 'GET');
    await page.goto('/regeneration');
    await page.getByText('Unable to load regeneration status').waitFor();
    await page.unroute('**/api/regeneration-status');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
  });

  await step('cannot regenerate while the server fails', async () => {
    const data = { videoType: 'v1', includeAudio: true, scheduledDates: [] };
    expect((await page.request.post('/api/video-configurations', { data })).status()).toBe(200);
    await fail('/api/regenerate-videos', 'POST');
    await page.goto('/regeneration');
    await page.getByRole('button', { name: 'Regenerate All Videos' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate', exact: true }).click();
    await page.getByText('Failed to regenerate videos. Please try again.').waitFor();
  });

  await step('cannot send a message, and keeps it', async () => {
    await fail('/api/contact', 'POST');
    await page.goto('/contact');
    const words = 'Please tell me where I can find my invoices.';
    await page.getByLabel('Message').fill(words);
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe(words);
    await page.unroute('**/api/contact');
    await page.getByRole('button', { name: 'Send message' }).click();
    await page.getByRole('heading', { name: 'Your message is on its way.' }).waitFor();
  });

  await step('cannot start a checkout', async () => {
    await fail('/api/create-subscription', 'POST');
    await fail('/api/create-checkout-session', 'POST');
    await page.goto('/pricing');
    await page.getByRole('button', { name: 'Choose Plan, Starter' }).click();
    await page.getByText('Failed to create checkout session. Please try again.').waitFor();
  });

  await step('cannot change a name', async () => {
    await fail('/api/auth/user', 'PATCH');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('First name').fill('Grace');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Failed to update profile. Please try again.').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Grace');
  });

  expect(visitor.faults).toEqual([]);
});
