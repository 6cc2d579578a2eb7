import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { subscribe } from './accounts.ts';
import { answerNothing, hold } from './answers.ts';
import { newVisitor, openBrowser, sandbox, signIn, signUp, step, type Visitor } from './fixtures.ts';

const DAY_MS = 86_400_000;
const notesOf = (page: Page) => page.getByLabel('Notes');
const save = (page: Page) => page.getByRole('button', { name: 'Create Configuration' }).click();

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
}, 60_000);
afterAll(() => browser.close());

/** Saves one video on the server, as another device would. */
async function saveElsewhere({ page }: Visitor, notes: string): Promise<void> {
  const date = new Date((await sandbox.now()).getTime() + 5 * DAY_MS).toISOString().slice(0, 10);
  const data = { videoType: 'v3', includeAudio: true, notes, scheduledDates: [{ date, time: '09:00' }] };
  expect((await page.request.post('/api/video-configurations', { data })).status()).toBe(200);
}

it('loses nothing that was typed in two tabs, on two devices, without a connection and on a slow one', async () => {
  const { page, context, person } = visitor;
  const step3 = '/dashboard?view=configuration&step=3';
  await subscribe(visitor, 'Starter');
  await saveElsewhere(visitor, 'Saved');
  await page.goto(step3);

  await step('sees in a second tab what was typed in the first, and can go back to what stood there', async () => {
    const other = await context.newPage();
    await other.goto(step3);
    await notesOf(other).fill('Typed in the second tab');
    await page.getByText('You changed this in another tab.').waitFor();
    expect(await notesOf(page).inputValue()).toBe('Typed in the second tab');
    await notesOf(page).fill('Typed in the first tab');
    await other.getByText('You changed this in another tab.').waitFor();
    expect(await notesOf(other).inputValue()).toBe('Typed in the first tab');
    await other.getByRole('button', { name: 'Use what was entered here' }).click();
    expect(await notesOf(other).inputValue()).toBe('Typed in the second tab');
    await other.close();
    await page.getByText('You changed this in another tab.').waitFor();
    await page.getByRole('button', { name: 'Use what was entered here' }).click();
    expect(await notesOf(page).inputValue()).toBe('Typed in the first tab');
  });

  await step('saves after another device has saved, and keeps what was typed here', async () => {
    const phone = { ...(await newVisitor(browser)), person };
    await signIn(phone);
    await phone.page.getByText('Welcome back!').waitFor();
    await phone.page.goto(step3);
    await notesOf(phone.page).fill('Saved on the phone');
    await save(phone.page);
    await phone.page.getByRole('heading', { name: 'Configuration Saved!' }).waitFor();
    await phone.context.close();
    await save(page);
    await page.getByText('This configuration was changed elsewhere.').waitFor();
    expect(await notesOf(page).inputValue()).toBe('Typed in the first tab');
    await page.reload();
    expect(await notesOf(page).inputValue()).toBe('Typed in the first tab');
  });

  await step('cannot save without a connection, and saves once it is back', async () => {
    await context.setOffline(true);
    await save(page);
    await page.getByText('No connection.').waitFor();
    expect(await notesOf(page).inputValue()).toBe('Typed in the first tab');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Social Media' }).click();
    await page.getByRole('heading', { name: 'You are offline' }).waitFor();
    await context.setOffline(false);
    await page.getByRole('heading', { name: 'Social Media' }).waitFor();
    await page.goBack();
    expect(await notesOf(page).inputValue()).toBe('Typed in the first tab');
  });

  await step('cannot type what a slow save would leave out, and then can', async () => {
    const release = await hold(page, 'POST /api/video-configurations', 504, {});
    await save(page);
    await page.getByRole('button', { name: 'Creating...' }).waitFor();
    expect(await notesOf(page).evaluate((field) => field.closest('[inert]') !== null)).toBe(true);
    release();
    await page.getByRole('alert').getByText('Everything you entered is still here.').waitFor();
    await answerNothing(page);
    await notesOf(page).fill('Typed after the slow save');
    await save(page);
    await page.getByRole('heading', { name: 'Configuration Saved!' }).waitFor();
    const { notes } = (await (await page.request.get('/api/video-configuration')).json()) as { notes: string };
    expect(notes).toBe('Typed after the slow save');
  });

  expect(visitor.faults).toEqual([]);
});

it('types into a page that loads slowly only once its text would be kept', async () => {
  const { context, page } = await newVisitor(browser);
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 25_000,
  });
  const words = 'This was typed as soon as it was possible.';
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByLabel('Message').click();
  await page.keyboard.type(words);
  await page.waitForLoadState('networkidle');
  expect(await page.getByLabel('Message').inputValue()).toBe(words);
  await context.close();
});
