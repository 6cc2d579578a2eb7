import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator } from 'playwright-core';
import { connect, PLATFORMS, subscribe } from './accounts.ts';
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

interface Timeline {
  videos: {
    id: string;
    publishAt: string;
    caption: string;
    stages: { rendering: { state: string } };
    posts: { platform: string; state: string; permalink: string | null; at: string | null }[];
  }[];
}

const DAY_MS = 86_400_000;

const OWN_TEXT = 'Seen first on TikTok ✨\nعربي too';

/** What was seen for each video before it was saved, by platform. */
const seen: Record<string, string>[] = [];

/** The text of each platform in the dialog of an entry, which the platforms' buttons open one after the other. */
async function textsIn(dialog: Locator): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const platform of PLATFORMS) {
    await dialog.getByRole('button', { name: platform, exact: true }).click();
    texts[platform] = await dialog.getByRole('textbox', { name: `Text on ${platform}` }).inputValue();
  }
  return texts;
}

const timeline = () => callApi<Timeline>(visitor, '/api/videos');

it('leads from the hosted checkout to posts that go out once on each platform, at their minute', async () => {
  await step('pays for Pro on the hosted page and comes back to an active plan', async () => {
    await subscribe(visitor, 'Pro');
    const user = await eventually(async () => {
      const found = await callApi<{ subscriptionTier: string; videosPerMonth: number }>(visitor, '/api/auth/user');
      expect(found.subscriptionTier).toBe('pro');
      return found;
    });
    expect(user.videosPerMonth).toBe(12);
  });

  for (const platform of PLATFORMS)
    await step(`connects ${platform} through its own consent pages`, () => connect(visitor, platform));

  await step('schedules two videos, and each goes out once on each platform at its minute', async () => {
    const { page } = visitor;
    await page.goto('/dashboard');
    await page.getByRole('radio', { name: /Urban Rush/ }).check({ force: true });
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const tomorrow = dateInRome(new Date((await sandbox.now()).getTime() + DAY_MS));
    const day = page.locator(`button[data-date="${tomorrow}"]`);
    // The calendar shows today's month. On its last day, tomorrow is in the next one.
    if (tomorrow.endsWith('-01')) await page.getByRole('button', { name: 'Next month' }).click();
    for (const time of ['10:00', '18:00']) {
      await day.click();
      const dialog = page.getByRole('dialog', { name: 'Schedule Video' });
      await dialog.getByLabel('Time').selectOption(time);
      seen.push(await textsIn(dialog));
      if (time === '18:00') {
        await dialog.getByRole('button', { name: 'TikTok', exact: true }).click();
        await dialog.getByRole('radio', { name: 'Write a separate text for TikTok' }).check();
        await dialog.getByRole('textbox', { name: 'Text on TikTok' }).fill(OWN_TEXT);
        seen[1] = await textsIn(dialog);
        expect(seen[1]).toEqual({ ...seen[0], TikTok: OWN_TEXT });
      }
      await dialog.getByRole('button', { name: 'Add Video' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const listed = page.getByRole('region', { name: 'What is posted' });
    const texts = await listed.getByRole('definition').allInnerTexts();
    expect(texts.sort()).toEqual(Object.values(seen[0] ?? {}).sort());
    await listed.getByText('One video has a text of its own.').waitFor();
    // The panel beside the fields fits above the bar, which stays in view, however many texts it has.
    const panel = await page.locator('.notes > .summary').boundingBox();
    const bar = await page.locator('.wizard-bar').boundingBox();
    expect(panel?.height).toBeLessThanOrEqual(bar?.y ?? 0);
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(900);
    await page.getByRole('button', { name: 'Create Configuration' }).click();
    await page.getByRole('heading', { name: 'Configuration Saved!' }).waitFor();

    const configuration = await callApi<{ timeZone: string; scheduledDates: { date: string; time: string }[] }>(
      visitor,
      '/api/video-configuration',
    );
    expect(configuration.timeZone).toBe('Europe/Rome');
    expect(configuration.scheduledDates.map(({ time }) => time)).toEqual(['10:00', '18:00']);

    // A video is made within a day before its time; product time is moved to a moment at which both are due.
    const before = (await sandbox.journal('post-published')).length;
    const due = (await planned()).map((entry) => entry.getTime());
    await sandbox.moveTo(new Date(Math.min(...due) - 3_600_000));
    await eventually(async () => {
      const { videos } = await timeline();
      expect(videos.map((video) => video.stages.rendering.state)).toEqual(['done', 'done']);
    }, RENDERING_MS);
    expect((await sandbox.journal('post-published')).length).toBe(before);

    for (const [index, instant] of [...due].sort().entries()) {
      await sandbox.moveTo(new Date(instant - 5_000));
      await eventually(async () => {
        const states = (await timeline()).videos.flatMap((video) =>
          Date.parse(video.publishAt) === instant ? video.posts.map((post) => post.state) : [],
        );
        expect(states).toEqual(['posted', 'posted', 'posted', 'posted']);
      });
      expect((await sandbox.journal('post-published')).length).toBe(before + 4 * (index + 1));
    }

    const posts = (await sandbox.journal('post-published')).slice(before);
    for (const platform of PLATFORMS) {
      const provider = platform === 'YouTube' ? 'google' : platform.toLowerCase();
      const here = posts.filter((post) => post.provider === provider);
      expect(new Set(here.map((post) => post.id)).size).toBe(2);
      expect(here).toHaveLength(2);
    }
    for (const video of (await timeline()).videos) {
      for (const post of video.posts) {
        const lateMs = Date.parse(post.at ?? '') - Date.parse(video.publishAt);
        expect(lateMs).toBeGreaterThanOrEqual(0);
        expect(lateMs).toBeLessThan(60_000);
      }
    }
  });

  await step('finds that each platform got the texts as they were seen before the save', async () => {
    const posts = await sandbox.journal('post-published');
    const { videos } = await timeline();
    const inOrder = [...videos].sort((one, other) => one.publishAt.localeCompare(other.publishAt));
    for (const [index, video] of inOrder.entries()) {
      for (const platform of PLATFORMS) {
        const provider = platform === 'YouTube' ? 'google' : platform.toLowerCase();
        const said = posts.filter((post) => post.provider === provider).slice(-2)[index];
        expect([video.id, platform, said?.caption ?? said?.detail?.description]).toEqual([
          video.id,
          platform,
          seen[index]?.[platform],
        ]);
      }
    }
  });

  await step('finds the posts on the feeds, and the links open them', async () => {
    const { videos } = await timeline();
    const links = videos.flatMap((video) => video.posts.map((post) => post.permalink));
    expect(links).toHaveLength(8);
    for (const link of links) {
      const response = await visitor.page.request.get(link ?? '');
      expect(response.status()).toBe(200);
    }
    for (const platform of PLATFORMS) {
      const response = await visitor.page.request.get(`${sandbox.url}/feed/${platform.toLowerCase()}`);
      expect(response.status()).toBe(200);
      expect(await response.text()).toContain('<video');
    }
    expect(visitor.faults).toEqual([]);
  });
});

/** The instants of the calendar, from the timeline's videos or else from the configuration. */
async function planned(): Promise<Date[]> {
  const { scheduledDates } = await callApi<{ scheduledDates: { publishAt: string }[] }>(
    visitor,
    '/api/video-configuration',
  );
  return scheduledDates.map(({ publishAt }) => new Date(publishAt));
}
