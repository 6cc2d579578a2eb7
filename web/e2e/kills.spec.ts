import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connectAll, subscribe } from './accounts.ts';
import {
  callApi,
  eventually,
  newVisitor,
  openBrowser,
  RENDERING_MS,
  sandbox,
  signUp,
  type Visitor,
} from './fixtures.ts';
import { killPart } from './stack.ts';

const PARTS = [
  'scheduling',
  'generation',
  'publishing',
  'drive',
  'billing',
  'auth',
  'gateway',
  'kafka',
  'postgres',
] as const;
const DAY_MS = 86_400_000;

let browser: Browser;
let visitor: Visitor;

interface Timeline {
  videos: {
    id: string;
    publishAt: string;
    stages: { rendering: { state: string }; drive: { state: string } };
    posts: { platform: string; state: string; at: string | null }[];
  }[];
}

/** Schedules an entry at noon of the day after tomorrow. Past entries stay, so each test schedules its own. */
async function scheduleEntry() {
  const now = await sandbox.now();
  const date = new Date(now.getTime() + 2 * DAY_MS).toISOString().slice(0, 10);
  const saved = await visitor.page.request.post('/api/video-configurations', {
    data: {
      videoType: 'v2',
      includeAudio: true,
      scheduledDates: [{ date, time: '12:00' }],
      notes: 'Kept promises',
      timeZone: 'UTC',
    },
  });
  expect(await saved.json()).toMatchObject({ timeZone: 'UTC' });
  const { scheduledDates } = await callApi<{ scheduledDates: { id: string; date: string; publishAt: string }[] }>(
    visitor,
    '/api/video-configuration',
  );
  const entry = scheduledDates.find((candidate) => candidate.date === date);
  if (!entry) throw new Error('the entry was not saved');
  return entry;
}

beforeAll(async () => {
  browser = await openBrowser();
  visitor = await newVisitor(browser);
  await signUp(visitor);
  await subscribe(visitor, 'Elite');
  await connectAll(visitor);
}, 120_000);
afterAll(() => browser.close());

/** The video of an entry. Callers repeat it, because a part that restarts may answer with an error. */
async function videoOf(id: string) {
  const { videos } = await callApi<Timeline>(visitor, '/api/videos');
  const video = videos.find((candidate) => candidate.id === id);
  if (!video) throw new Error('the video is not there yet');
  return video;
}

describe('a scheduled video', () => {
  it.each(PARTS.map((part) => ({ part })))(
    'is made, delivered and posted once on each platform although $part is killed during rendering and during posting',
    async ({ part }) => {
      const entry = await scheduleEntry();
      const due = Date.parse(entry.publishAt);
      const before = (await sandbox.journal('post-published')).length;

      await sandbox.moveTo(new Date(due - DAY_MS + 60_000));
      await eventually(() => videoOf(entry.id));
      const first = killPart(part);
      await first.restarted();
      await eventually(async () => {
        expect((await videoOf(entry.id)).stages).toMatchObject({
          rendering: { state: 'done' },
          drive: { state: 'done' },
        });
      }, RENDERING_MS);

      await sandbox.moveTo(new Date(due - 1_000));
      await eventually(async () => expect((await sandbox.now()).getTime()).toBeGreaterThan(due), 10_000);
      const second = killPart(part);
      await second.restarted();
      await eventually(async () => {
        const states = (await videoOf(entry.id)).posts.map((post) => post.state);
        expect(states).toEqual(['posted', 'posted', 'posted', 'posted']);
      });

      const posts = (await sandbox.journal('post-published')).slice(before);
      expect(posts.map((post) => post.provider).sort()).toEqual(['facebook', 'google', 'instagram', 'tiktok']);
    },
  );
});
