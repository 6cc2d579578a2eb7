import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { audienceOf } from '@reelwright/sandbox/audience';
import type { Browser } from 'playwright-core';
import { connect, subscribe } from './accounts.ts';
import {
  callApi,
  dateInRome,
  eventually,
  newVisitor,
  openBrowser,
  RENDERING_MS,
  sandbox,
  signUp,
  step,
  type Visitor,
} from './fixtures.ts';

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
});
afterAll(() => browser.close());

const DAY_MS = 86_400_000;
const PHONE = { width: 375, height: 812 };
const DESKTOP = { width: 1440, height: 900 };

interface Posts {
  level: string;
  posts: {
    platform: string;
    permalink: string;
    views: number | null;
    likes: number | null;
    watchSeconds: number | null;
    measuredAt: string;
  }[];
}

const number = (count: number) => new Intl.NumberFormat('en').format(count);
const seenPosts = () => callApi<Posts>(visitor, '/api/analytics/posts');

/** The numbers that the sandbox reports of a post at a time; it records when each went out. */
async function reportedAt({ permalink, measuredAt }: Posts['posts'][number]) {
  const id = permalink.split('/').filter(Boolean).at(-1) ?? '';
  const published = (await sandbox.journal('post-published')).find((entry) =>
    [entry.id, entry.detail?.['postId']].includes(id),
  );
  return audienceOf(id, new Date(published?.at ?? ''), new Date(measuredAt));
}

it('shows how often posts were seen, on the page, in the file and on the card', async () => {
  const { page } = visitor;

  await step('posts a video on YouTube and TikTok', async () => {
    await subscribe(visitor, 'Pro');
    for (const platform of ['YouTube', 'TikTok'] as const) await connect(visitor, platform);
    await page.goto('/dashboard');
    await page.getByRole('radio', { name: /Urban Rush/ }).check({ force: true });
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const tomorrow = dateInRome(new Date((await sandbox.now()).getTime() + DAY_MS));
    if (tomorrow.endsWith('-01')) await page.getByRole('button', { name: 'Next month' }).click();
    await page.locator(`button[data-date="${tomorrow}"]`).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
    await dialog.getByLabel('Time').selectOption('10:00');
    await dialog.getByRole('button', { name: 'Add Video' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await page.getByRole('button', { name: 'Create Configuration' }).click();
    await page.getByRole('heading', { name: 'Configuration Saved!' }).waitFor();

    const { scheduledDates } = await callApi<{ scheduledDates: { publishAt: string }[] }>(
      visitor,
      '/api/video-configuration',
    );
    const due = Date.parse(scheduledDates[0]?.publishAt ?? '');
    await sandbox.moveTo(new Date(due - 3_600_000));
    interface Timeline {
      videos: { stages: { rendering: { state: string } }; posts: { state: string }[] }[];
    }
    const timeline = () => callApi<Timeline>(visitor, '/api/videos');
    await eventually(async () => {
      expect((await timeline()).videos[0]?.stages.rendering.state).toBe('done');
    }, RENDERING_MS);
    await sandbox.moveTo(new Date(due - 5_000));
    await eventually(async () => {
      expect((await timeline()).videos[0]?.posts.map(({ state }) => state)).toEqual(['posted', 'posted']);
    });
  });

  await step('sees the views of each post with Pro, and what Elite adds', async () => {
    await sandbox.moveTo(new Date((await sandbox.now()).getTime() + DAY_MS + 60_000));
    await eventually(async () => {
      const { level, posts } = await seenPosts();
      expect(level).toBe('views');
      expect(posts.map(({ views }) => (views ?? 0) > 0)).toEqual([true, true]);
    });
    await page.goto('/analytics');
    await page.getByRole('region', { name: 'With the Elite plan' }).getByText('Everything as a CSV file').waitFor();
    for (const { views } of (await seenPosts()).posts) {
      expect(await page.getByRole('cell', { name: number(views ?? 0), exact: true }).count()).toBeGreaterThan(0);
    }
    const refused = await page.request.get('/api/analytics.csv');
    expect([refused.status(), ((await refused.json()) as { error: string }).error]).toEqual([403, 'PLAN_FEATURE']);
  });

  await step('sees them on the card of the video', async () => {
    const { posts } = await seenPosts();
    const sum = posts.reduce((total, { views }) => total + (views ?? 0), 0);
    await page.goto('/dashboard?view=videos');
    await page.getByRole('link', { name: `${number(sum)} views` }).click();
    await page.getByRole('heading', { level: 1, name: 'Analytics' }).waitFor();
  });

  await step('changes to Elite', async () => {
    await page.getByRole('button', { name: 'Upgrade Plan' }).click();
    const offers = page.getByRole('dialog', { name: 'Upgrade Your Plan' });
    await offers.getByRole('button', { name: 'Upgrade to Elite' }).click();
    await offers.waitFor({ state: 'detached' });
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Upgrade to Elite' })
      .click();
    await eventually(async () => expect((await seenPosts()).level).toBe('all'));
  });

  await step('reads the same views on the page, in the file, from the API and on the feeds', async () => {
    const { posts } = await seenPosts();
    for (const post of posts) {
      const reported = await reportedAt(post);
      expect([post.platform, post.views, post.likes]).toEqual([post.platform, reported.views, reported.likes]);
      const minutes = Math.floor(reported.watchSeconds / 60) * 60;
      expect(post.watchSeconds).toBe(post.platform === 'youtube' ? minutes || null : null);
    }
    await page.goto('/analytics');
    const sum = posts.reduce((total, { views }) => total + (views ?? 0), 0);
    const totals = page.locator('dl').filter({ hasText: 'Views per post' });
    expect(await totals.locator('dd').first().textContent()).toBe(number(sum));
    const rows = page.getByRole('table', { name: 'Your posts, the newest first' }).getByRole('row');
    expect(await rows.count()).toBe(3);
    for (const { views } of posts) {
      expect(await page.getByRole('cell', { name: number(views ?? 0), exact: true }).count()).toBeGreaterThan(0);
    }

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^reelwright-views-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = readFileSync((await download.path()) ?? '', 'utf8')
      .trimEnd()
      .split('\r\n')
      .slice(1);
    expect(lines.map((line) => Number(line.split(',')[4])).sort()).toEqual(posts.map(({ views }) => views).sort());
  });

  await step('reads it on a phone too, without scrolling sideways', async () => {
    await page.setViewportSize(PHONE);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(tooWide).toBe(0);
    }
    await page.setViewportSize(DESKTOP);
  });
  expect(visitor.faults).toEqual([]);
});
