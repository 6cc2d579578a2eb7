import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { subscribe } from './accounts.ts';
import { answerNothing, change } from './answers.ts';
import { dateInRome, newVisitor, openBrowser, sandbox, signUp, step, type Visitor } from './fixtures.ts';

const DAY_MS = 86_400_000;
const VIDEOS_PER_MONTH = 8;

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
});
afterAll(() => browser.close());

it('lets a paid plan schedule, change and remove videos, up to its limit', async () => {
  const { page } = visitor;
  await subscribe(visitor, 'Starter');
  // Not right before midnight in Rome, which would make the first day of the journey a past one.
  const lead = new Date((await sandbox.now()).getTime() + 5 * 60_000);
  if (dateInRome(lead) !== dateInRome(await sandbox.now())) await sandbox.moveTo(lead);
  const now = await sandbox.now();
  const today = dateInRome(now);
  // Later than a day ahead, so that no video is made while the journey runs.
  const later = dateInRome(new Date(now.getTime() + 3 * DAY_MS));
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const day = (date: string) => page.locator(`button[data-date="${date}"]`);
  const add = page.getByRole('dialog', { name: 'Schedule Video' });
  const edit = page.getByRole('dialog', { name: 'Edit Video' });
  const openCalendar = async () => {
    await page.goto('/dashboard?view=configuration&step=2');
    await day(today).waitFor();
    if (later.slice(0, 7) !== today.slice(0, 7)) await page.getByRole('button', { name: 'Next month' }).click();
  };

  await step('sees the month, today, and days that are past', async () => {
    await page.goto('/dashboard?view=configuration&step=2');
    await day(today).waitFor();
    const names = await page.getByRole('columnheader').allTextContents();
    expect(names).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
    expect(await day(today).getAttribute('aria-current')).toBe('date');
    const past = page.locator(`button[data-date^="${today.slice(0, 7)}"]:disabled`);
    expect(await past.count()).toBe(Number(today.slice(8)) - 1);
    const month = page.getByRole('heading', { name: /^[A-Z][a-z]+ \d{4}$/ });
    const title = await month.textContent();
    await page.getByRole('button', { name: 'Next month' }).click();
    expect(await month.textContent()).not.toBe(title);
    await page.getByRole('button', { name: 'Previous month' }).click();
    expect(await month.textContent()).toBe(title);
  });

  await step('cannot go on without a video, nor schedule one without a date', async () => {
    await openCalendar();
    expect(await next.isDisabled()).toBe(true);
    expect(await page.getByRole('button', { name: 'Remove All' }).count()).toBe(0);
    await day(later).click();
    expect(await add.getByLabel('Date').getAttribute('min')).toBe(today);
    expect(await add.getByLabel('Time').inputValue()).toBe('09:00');
    const hours = await add
      .getByLabel('Time')
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.textContent));
    expect([hours.length, hours[0], hours.at(-1)]).toEqual([18, '06:00', '23:00']);
    const values = await add
      .getByLabel('Time')
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    expect(values.filter((value) => value === '')).toEqual([]);
    await add.getByLabel('Date').fill('');
    await add.getByText('Date is required').waitFor();
    expect(await add.getByRole('button', { name: 'Add Video' }).isDisabled()).toBe(true);
    await add.getByRole('button', { name: 'Cancel' }).click();
    await add.waitFor({ state: 'detached' });
  });

  await step('schedules a video, moves it to another hour, and deletes it', async () => {
    await day(later).click();
    await add.getByRole('button', { name: 'Add Video' }).click();
    await page
      .getByRole('button', { name: /^#1 · 09:00/ })
      .first()
      .click();
    await edit.getByLabel('Time').selectOption('10:00');
    await edit.getByRole('button', { name: 'Update' }).click();
    await page
      .getByRole('button', { name: /^#1 · 10:00/ })
      .first()
      .click();
    await edit.getByRole('button', { name: 'Cancel' }).waitFor();
    await edit.getByRole('button', { name: 'Delete' }).click();
    await edit.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^#1 · / }).count()).toBe(0);
  });

  await step('reaches the limit of the plan', async () => {
    for (let count = 1; count <= VIDEOS_PER_MONTH; count += 1) {
      await day(later).click();
      await add.getByRole('button', { name: 'Add Video' }).click();
      await add.waitFor({ state: 'detached' });
    }
    await day(later).click();
    await add.getByRole('button', { name: 'Add Video' }).click();
    const alert = page.getByRole('alertdialog', { name: 'Plan limit' });
    await alert.getByText(`You've reached your plan limit of ${VIDEOS_PER_MONTH} videos per month.`).waitFor();
    await alert.getByText('Please upgrade to schedule more videos.').waitFor();
    await alert.getByRole('button', { name: 'Close' }).click();
  });

  await step('cannot save more videos than the plan allows', async () => {
    await change(page, '/api/video-configuration', { videosPerMonth: 5 });
    await page.reload();
    await next.click();
    await page.getByRole('button', { name: 'Create Configuration' }).click();
    await page.getByText('Limit Exceeded').waitFor();
    await page.getByText('You can only schedule 5 videos this month with your Starter plan.').waitFor();
    await answerNothing(page);
  });

  await step('removes all videos at once, and saves one', async () => {
    await openCalendar();
    await page.getByRole('button', { name: 'Remove All' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove All' }).click();
    expect(await next.isDisabled()).toBe(true);
    await day(later).click();
    await add.getByRole('button', { name: 'Add Video' }).click();
    await next.click();
    await page.getByRole('button', { name: 'Create Configuration' }).click();
    await page.getByText('Configuration Saved!').first().waitFor();
    await page.getByRole('heading', { name: 'Configuration Saved!' }).waitFor();
  });

  await step('returns to the first step by the button that opens the Drive folder', async () => {
    const [folder] = await Promise.all([
      visitor.context.waitForEvent('page'),
      page.getByRole('button', { name: 'Apri Drive' }).click(),
    ]);
    await folder.close();
    await page.getByRole('radio', { name: /Glass Squish/ }).waitFor({ state: 'attached' });
  });

  expect(visitor.faults).toEqual([]);
});
