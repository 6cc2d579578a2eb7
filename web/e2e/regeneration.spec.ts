import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  callApi,
  eventually,
  newVisitor,
  openBrowser,
  RENDERING_MS,
  sandbox,
  signUp,
  step,
  type Visitor,
} from './fixtures.ts';

const WEEK_MS = 7 * 86_400_000;

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await visitor.page.clock.install();
  await signUp(visitor);
});
afterAll(() => browser.close());

interface Timeline {
  videos: { variation: number; stages: { drive: { state: string } } }[];
}

/** Waits until this variation of the one video is delivered. */
const delivered = (variation: number) =>
  eventually(async () => {
    const { videos } = await callApi<Timeline>(visitor, '/api/videos');
    expect(videos).toMatchObject([{ variation, stages: { drive: { state: 'done' } } }]);
  }, RENDERING_MS);
const card = (name: string) => visitor.page.getByRole('region', { name, exact: true });
const button = () => visitor.page.getByRole('button', { name: 'Regenerate All Videos' });

it('regenerates a user’s videos at most once in seven days', async () => {
  const { page } = visitor;

  await step('finds nothing to regenerate before the first video', async () => {
    await page.goto('/regeneration');
    await page.getByRole('heading', { name: 'Video Regeneration' }).waitFor();
    await card('Last generated configuration').getByText('No video configuration found').waitFor();
    await card('Regeneration').getByText('You have no videos to regenerate yet.').waitFor();
    expect(await button().isDisabled()).toBe(true);
  });

  await step('has a video, and sees its settings and that it can be regenerated', async () => {
    const answer = await page.request.post('/api/video-configurations', {
      data: { videoType: 'v2', includeAudio: false, scheduledDates: [], notes: 'Slow mornings' },
    });
    expect(answer.status()).toBe(200);
    await delivered(0);
    await page.goto('/regeneration');
    const left = card('Last generated configuration');
    for (const text of ['Drone World Tour', 'Audio Disabled', 'Slow mornings']) await left.getByText(text).waitFor();
    const right = card('Regeneration');
    await right.getByText('Ready', { exact: true }).waitFor();
    await right.getByText(/^All scheduled videos are regenerated with the same settings/).waitFor();
    await right.getByText('Never', { exact: true }).waitFor();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await button().isVisible()).toBe(true);
    }
  });

  await step('regenerates it after a confirmation, which does not count against the plan', async () => {
    await button().click();
    const question = page.getByRole('alertdialog', { name: 'Regenerate all videos?' });
    await question.getByRole('button', { name: 'Regenerate', exact: true }).click();
    await page.getByText('Videos Regenerated!').waitFor();
    await page.getByText('Your videos have been regenerated successfully.').waitFor();
    await card('Regeneration').getByText('Wait 7 More Days').waitFor();
    await card('Regeneration').getByText('Next regeneration available in 7 day(s)').waitFor();
    expect(await button().isDisabled()).toBe(true);
    await delivered(1);
    const user = await callApi<Record<string, unknown>>(visitor, '/api/auth/user');
    expect(user).toMatchObject({ videosUsedThisMonth: 1, lastRegeneratedAt: expect.any(String) });
    const again = await page.request.post('/api/regenerate-videos');
    expect([again.status(), (await again.json()).error]).toEqual([429, 'REGENERATION_TOO_SOON']);
  });

  await step('still waits when the page is loaded again', async () => {
    await page.reload();
    await card('Regeneration').getByText('Wait 7 More Days').waitFor();
    const { lastRegeneratedAt } = await callApi<{ lastRegeneratedAt: string }>(visitor, '/api/auth/user');
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/Rome' });
    const shown = card('Regeneration')
      .locator('div')
      .filter({ hasText: /^Last regenerated/ });
    await shown.getByText(day.format(new Date(lastRegeneratedAt)), { exact: true }).waitFor();
    expect(await button().isDisabled()).toBe(true);
  });

  await step('may regenerate again a week later, which the open page notices by itself', async () => {
    await sandbox.moveTo(new Date((await sandbox.now()).getTime() + WEEK_MS));
    // The page polls the status every minute.
    await page.clock.fastForward('01:00');
    await card('Regeneration').getByText('Ready', { exact: true }).waitFor();
    expect(await button().isEnabled()).toBe(true);
    expect(visitor.faults).toEqual([]);
  });
});
