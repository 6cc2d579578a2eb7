import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { platforms, recordOf } from '@reelwright/product';
import type { Browser, Page } from 'playwright-core';
import { configuration, person, post, savedEntry, video } from '../test/people.ts';
import { reportAnswers } from '../test/reports.ts';
import { dateInRome, newVisitor, openBrowser, sandbox, signUp, step } from './fixtures.ts';
import { errorsOf, expectAccessible, expectNoSidewaysScroll, expectStill, WIDTHS, watchShifts } from './looks.ts';

const DAY_MS = 86_400_000;
/** Product time, which other journeys move. */
const now = await sandbox.now();
const soon = (days: number) => dateInRome(new Date(now.getTime() + days * DAY_MS));

const connected = {
  'GET /api/social-connections': recordOf(platforms, (platform) => ({
    connected: true,
    level: 'sandbox',
    state: 'connected',
    username: `giulia on ${platform}`,
    needs: null,
    message: '',
    fix: '',
  })),
};
const entries = [
  savedEntry('a', soon(3), '09:00', 'planned', { status: { actions: ['edit', 'skip'] } }),
  savedEntry('b', soon(4), '18:00', 'skipped', { index: 2, status: { actions: ['unskip', 'edit'] } }),
];
const saved = configuration({
  saved: true,
  version: 3,
  timeZone: 'Europe/Rome',
  scheduledDates: entries,
  videosPerMonth: 12,
  usedThisMonth: 2,
});
const pro = {
  'GET /api/auth/user': person('pro', { videosUsedThisMonth: 2 }),
  'GET /api/video-configuration': saved,
  'GET /api/analytics/posts': { level: 'views', posts: [], reconnect: [], next: null },
  ...connected,
};
const everyPlatform = (state: Parameters<typeof post>[1], change: Parameters<typeof post>[2] = {}) =>
  platforms.map((platform) => post(platform, state, change));
const waits = 'It waits for your approval.';
const pausedVideos = {
  'GET /api/videos': {
    serverTime: new Date().toISOString(),
    posting: { paused: true, since: new Date().toISOString() },
    hasOlder: false,
    videos: [
      video('making'),
      video('waits', 'awaiting_approval', {
        posts: everyPlatform('scheduled', { code: 'AWAITS_APPROVAL', message: waits }),
        why: { code: 'AWAITS_APPROVAL', message: waits, fix: 'Press Approve.' },
        status: { actions: ['approve', 'edit', 'skip'] },
      }),
      video('failed', 'not_posted', {
        posts: everyPlatform('failed', { message: 'It did not accept the video.', status: { actions: ['resume'] } }),
      }),
      video('posted', 'posted', { posts: everyPlatform('posted', { permalink: 'https://example.com/post' }) }),
    ],
  },
};
const sum = (posts: number, views: number) => ({
  posts,
  measuredPosts: posts,
  views,
  likes: 30,
  watchSeconds: 7_500,
  viewsPerPost: views / Math.max(posts, 1),
});
const seenPosts = platforms.map((platform) => ({
  videoId: platform,
  platform,
  title: 'Glass, slowly, and a title that is much longer than its column is wide',
  style: 'v1',
  postedAt: '2026-11-18T08:00:00Z',
  permalink: 'https://example.com/post',
  views: 1_234_567,
  likes: 30,
  watchSeconds: 5_460,
  measuredAt: '2026-11-20T13:46:00Z',
  code: null,
  message: null,
  fix: null,
}));
const toReconnect = {
  platform: 'tiktok',
  message: 'Reelwright has no permission to read views on TikTok.',
  fix: 'Reconnect TikTok to see views, and leave every permission ticked.',
};
const analytics = (level: 'all' | 'views') => ({
  'GET /api/auth/user': person(level === 'all' ? 'elite' : 'pro'),
  'GET /api/analytics': {
    timeZone: 'Europe/Rome',
    measuredAt: '2026-11-20T13:46:00Z',
    totals: sum(8, 1_234_567),
    platforms: platforms.map((platform) => ({ platform, ...sum(2, 300_000) })),
    styles: [{ style: 'v1', ...sum(8, 1_234_567) }],
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, ...sum(hour === 9 ? 8 : 0, hour === 9 ? 1_234_567 : 0) })),
    bestHours: [9],
  },
  'GET /api/analytics/posts': { level, posts: seenPosts, reconnect: level === 'all' ? [toReconnect] : [], next: null },
});
const key = { hasKey: true, createdAt: '2026-11-01T08:00:00Z', lastUsedAt: null, prefix: 'rw_ab12' };
const reports = Object.fromEntries(Object.entries(reportAnswers()).map(([call, { body }]) => [call, body]));

interface State {
  readonly name: string;
  readonly path: string;
  /** The answers of the server, by call; all others are its own. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** What leads from the page to the state. */
  readonly act?: (page: Page) => Promise<unknown>;
  /** What is on the screen then. */
  readonly shows: (page: Page) => ReturnType<Page['locator']>;
}
const dialog = (name: string) => (page: Page) => page.locator('dialog[open]').filter({ hasText: name });
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

const calendar = '/dashboard?view=configuration&step=2';
const screens: readonly State[] = [
  { name: 'step 2, free', path: '/dashboard?step=2', shows: (page) => page.getByText('Generate Instantly') },
  { name: 'step 3, free', path: '/dashboard?step=3', shows: (page) => page.getByLabel('Notes') },
  { name: 'the calendar', path: calendar, answers: pro, shows: (page) => page.locator('table.month') },
  {
    name: 'step 3 with four platforms',
    path: '/dashboard?view=configuration&step=3',
    answers: pro,
    shows: (page) => page.getByRole('region', { name: 'What is posted' }),
  },
  {
    name: 'videos in all states while posting is paused',
    path: '/dashboard?view=videos',
    answers: { ...pro, ...pausedVideos },
    shows: (page) => page.getByRole('button', { name: 'Resume posts' }),
  },
  {
    name: 'regeneration',
    path: '/regeneration',
    answers: {
      ...pro,
      'GET /api/regeneration-status': { canRegenerate: true, daysRemaining: 0, lastRegeneratedAt: null, nextAt: null },
    },
    shows: (page) => page.getByText('Ready', { exact: true }),
  },
  { name: 'four connections', path: '/social', answers: pro, shows: (page) => page.getByText('giulia on tiktok') },
  {
    name: 'all views',
    path: '/analytics',
    answers: analytics('all'),
    shows: (page) => page.getByRole('link', { name: 'Download CSV' }),
  },
  {
    name: 'views per post',
    path: '/analytics',
    answers: analytics('views'),
    shows: (page) => page.getByText('With the Elite plan'),
  },
  {
    name: 'the administrator’s reports',
    path: '/admin',
    answers: reports,
    shows: (page) => page.getByText('Utenti totali'),
  },
];

const dialogs: readonly State[] = [
  { name: 'upgrade', path: '/dashboard', act: press(/of 1 video this month/), shows: dialog('Upgrade Your Plan') },
  {
    name: 'a new video',
    path: calendar,
    answers: pro,
    act: async (page) => {
      if (soon(1).endsWith('-01')) await page.getByRole('button', { name: 'Next month' }).click();
      await page.locator(`button[data-date="${soon(1)}"]`).click();
    },
    shows: dialog('Schedule Video'),
  },
  { name: 'a saved video', path: calendar, answers: pro, act: press(/^Edit /), shows: dialog('Edit Video') },
  { name: 'removing all videos', path: calendar, answers: pro, act: press('Remove All'), shows: dialog('Remove All') },
  {
    name: 'regenerating',
    path: '/regeneration',
    answers: {
      ...pro,
      'GET /api/regeneration-status': { canRegenerate: true, daysRemaining: 0, lastRegeneratedAt: null, nextAt: null },
    },
    act: press('Regenerate All Videos'),
    shows: dialog('Regenerate all videos?'),
  },
  {
    name: 'disconnecting',
    path: '/social',
    answers: pro,
    act: press(/^Disconnect/),
    shows: dialog('Disconnect'),
  },
  {
    name: 'TikTok’s settings',
    path: '/social?setup=tiktok',
    answers: {
      ...pro,
      'GET /api/tiktok/settings': {
        nickname: 'Giulia',
        privacyOptions: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
        commentAllowed: true,
        duetAllowed: false,
        stitchAllowed: true,
        settings: null,
      },
    },
    shows: (page) => page.getByRole('radio', { name: 'Everyone' }),
  },
  {
    name: 'Facebook’s Pages',
    path: '/social?choose=facebook',
    answers: { ...pro, 'GET /api/facebook/pages': { pages: [{ id: '1', name: 'Ferri Studio' }] } },
    shows: (page) => page.getByRole('radio', { name: 'Ferri Studio' }),
  },
  {
    name: 'cancelling',
    path: '/profile',
    answers: pro,
    act: press('Cancel Subscription'),
    shows: dialog('Are you sure'),
  },
  {
    name: 'revoking a key',
    path: '/profile',
    answers: { 'GET /api/api-key-status': key },
    act: press('Revoke'),
    shows: dialog('Revoke the API key?'),
  },
  { name: 'deleting the account', path: '/profile', act: press('Delete account'), shows: dialog('Delete account') },
  {
    name: 'the assistant',
    path: '/pricing',
    act: press('Ask a question'),
    shows: (page) => page.getByRole('textbox', { name: 'Your question' }),
  },
];

let browser: Browser;
let page: Page;
let errors: string[];
/** The server's answers in the state that is shown. */
let answers: NonNullable<State['answers']> = {};
let moved: Awaited<ReturnType<typeof watchShifts>>;
beforeAll(async () => {
  browser = await openBrowser();
  const visitor = await newVisitor(browser);
  ({ page } = visitor);
  await signUp(visitor);
  await page.addInitScript(() => sessionStorage.setItem('reelwright.admin', 'unlocked'));
  await page.route('**/api/**', (route) => {
    const request = route.request();
    const json = answers[`${request.method()} ${new URL(request.url()).pathname}`];
    return json === undefined ? route.fallback() : route.fulfill({ json });
  });
  errors = errorsOf(page);
  moved = await watchShifts(page);
}, 60_000);
afterAll(() => browser.close());

async function show(state: State, width: number): Promise<void> {
  answers = state.answers ?? {};
  errors.length = 0;
  await page.setViewportSize({ width, height: 900 });
  await page.goto(state.path, { waitUntil: 'networkidle' });
  await state.act?.(page);
  await state.shows(page).first().waitFor();
}

// As on every page, axe looks at a phone and at a desktop.
it.each(WIDTHS)(
  'shows every state of a screen, %s px wide: nothing moves or scrolls sideways, no error',
  async (width) => {
    for (const state of screens) {
      await step(`can use ${state.name}`, async () => {
        await show(state, width);
        expectStill(await moved());
        expect(errors).toEqual([]);
        await expectNoSidewaysScroll(page);
        if (width !== 768) await expectAccessible(page);
      });
    }
  },
);

// A dialog has the same elements at each width, so it is opened once, on a phone, and grows.
it('shows every dialog: nothing scrolls sideways, no error, and axe agrees', async () => {
  for (const state of dialogs) {
    await step(`can use the dialog ${state.name}`, async () => {
      await show(state, WIDTHS[0]);
      expectStill(await moved());
      await expectAccessible(page);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        await expectNoSidewaysScroll(page);
      }
      expect(errors).toEqual([]);
    });
  }
});
