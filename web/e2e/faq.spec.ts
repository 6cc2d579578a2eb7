import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { questions } from '@reelwright/faq';
import type { Browser } from 'playwright-core';
import { hold } from './answers.ts';
import { callApi, newVisitor, openBrowser, signUp, step } from './fixtures.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

it('answers twelve questions for signed-in users, and offers support for all others', async () => {
  const visitor = await newVisitor(browser);
  const { context, page } = visitor;

  await step('is sent to the login page without a session', async () => {
    await page.goto('/faq');
    await page.getByText('You are logged out. Logging in again...').waitFor();
    await page.waitForURL('**/auth/login');
  });

  await step('opens it from the header and finds twelve questions, the first one open', async () => {
    await signUp(visitor);
    await page.goto('/dashboard');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
    await page.getByRole('heading', { name: 'FAQ', level: 1 }).waitFor();
    expect(questions).toHaveLength(12);
    expect(await page.locator('main details').count()).toBe(12);
    expect(await page.locator('main details[open]').count()).toBe(1);
  });

  await step('reads them before the session has been read, which a guest cannot', async () => {
    const account = await callApi(visitor, '/api/auth/user');
    const release = await hold(page, 'GET /api/auth/user', 200, account);
    await page.goto('/faq');
    await page.getByText(questions[0]?.answer ?? '').waitFor();
    release();
    await page.getByText('Loading the questions...').waitFor({ state: 'detached' });
    const guest = await newVisitor(browser);
    await hold(guest.page, 'GET /api/auth/session', 200, { signedIn: false });
    await guest.page.goto('/faq');
    await guest.page.getByText('Loading the questions...').waitFor({ state: 'attached' });
    expect(await guest.page.locator('main details').first().isVisible()).toBe(false);
    await guest.context.close();
  });

  await step('opens all of them, and each stays open', async () => {
    for (const { question } of questions.slice(1)) await page.getByText(question, { exact: true }).click();
    expect(await page.locator('main details[open]').count()).toBe(12);
    for (const { answer } of questions) await page.getByText(answer).waitFor();
  });

  await step('copies the address of support, or writes to it', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const box = page.getByRole('region', { name: 'Still have a question?' });
    await box.getByRole('button', { name: 'Copy email' }).click();
    await page.getByText('Copied', { exact: true }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const link = box.getByRole('link', { name: 'Send an email' });
    expect(await link.getAttribute('href')).toBe(`mailto:${copied}`);
  });

  expect(visitor.faults).toEqual([]);
});
