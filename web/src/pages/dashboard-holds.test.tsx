import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { configuration, person, post, savedEntry, video } from '../../test/people.ts';
import type { Video, VideoList } from '../features/videos/api.ts';
import { DashboardPage } from './dashboard.tsx';

const running: VideoList['posting'] = { paused: false, since: null };
const paused = { paused: true, since: '2026-11-20T16:00:00Z' };

/** The dashboard's list of videos, on the Pro plan. */
function open(videos: Video[], more: object = {}, posting = running) {
  const server = stubServer({
    'GET /api/auth/user': { body: person('pro') },
    'GET /api/video-configuration': {
      body: configuration({
        saved: true,
        version: 3,
        timeZone: 'Europe/Rome',
        scheduledDates: [
          savedEntry('p', '2026-11-24', '09:00', 'planned', { status: { actions: ['edit', 'skip'] } }),
          savedEntry('s', '2026-11-25', '09:00', 'skipped', { index: 2, status: { actions: ['unskip', 'edit'] } }),
        ],
      }),
    },
    'GET /api/videos': { body: { serverTime: '2026-11-20T16:46:00Z', posting, hasOlder: false, videos } },
    'GET /api/social-connections': failure(503, 'UNAVAILABLE', 'Not now.'),
    'GET /api/on-time': failure(503, 'UNAVAILABLE', 'Not now.'),
    ...more,
  });
  return { server, ...show(<DashboardPage />, '/dashboard?view=videos') };
}

const waiting = video('w', 'awaiting_approval', {
  publishAt: '2026-11-20T16:00:00Z',
  posts: [post('tiktok', 'scheduled', { code: 'AWAITS_APPROVAL', message: 'It waits for your approval.' })],
  why: { code: 'AWAITS_APPROVAL', message: 'It waits for your approval.', fix: 'Press Approve.' },
  status: { actions: ['approve', 'edit', 'skip'] },
});

describe('a video that waits for approval', () => {
  test('is approved in the variation that is shown', async () => {
    const approve = 'POST /api/videos/w/approve';
    const { server, user } = open([waiting], { [approve]: { body: { success: true } } });
    const card = await screen.findByRole('article', { name: /Glass Squish/ });
    expect(within(card).getAllByText('It waits for your approval.')).toHaveLength(1);
    await user.click(within(card).getByRole('button', { name: /^Approve/ }));
    await waitFor(() => expect(server.bodiesOf(approve)).toEqual([{ variation: 0 }]));
  });

  test('says so when it was made again meanwhile', async () => {
    const message = 'This video was made again. Look at the new one before you approve it.';
    const { user } = open([waiting], { 'POST /api/videos/w/approve': failure(409, 'VIDEO_CHANGED', message) });
    await user.click(await screen.findByRole('button', { name: /^Approve/ }));
    expect(await screen.findByText(message)).toBeTruthy();
  });
});

describe('skipping', () => {
  test('is offered for what is coming up, and can be undone', async () => {
    const { server, user } = open([], {
      'POST /api/videos/p/skip': { body: { success: true } },
      'POST /api/videos/s/unskip': { body: { success: true } },
    });
    await user.click(await screen.findByRole('button', { name: 'Skip #1' }));
    await waitFor(() => expect(server.bodiesOf('POST /api/videos/p/skip')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Undo skip #2' }));
    await waitFor(() => expect(server.bodiesOf('POST /api/videos/s/unskip')).toHaveLength(1));
  });

  test('shows a refusal', async () => {
    const message = 'The video of November 24 at 09:00 is going out and can no longer be changed.';
    const { user } = open([], { 'POST /api/videos/p/skip': failure(400, 'SLOT_LOCKED', message) });
    await user.click(await screen.findByRole('button', { name: 'Skip #1' }));
    expect(await screen.findByText(message)).toBeTruthy();
  });

  test('is not offered for a video that went out', async () => {
    open([video('o', 'posted', { posts: [post('tiktok', 'posted')] })]);
    const card = await screen.findByRole('article', { name: /Glass Squish/ });
    expect(within(card).queryByRole('button', { name: /Skip/ })).toBeNull();
  });
});

describe('pausing all posts', () => {
  const pause = 'PUT /api/posting-pause';

  test('is a switch', async () => {
    const { server, user } = open([], { [pause]: { body: paused } });
    const control = await screen.findByRole('switch', { name: 'Pause all posts' });
    expect(screen.queryByText(/Posting is paused/)).toBeNull();
    await user.click(control);
    await waitFor(() => expect(server.bodiesOf(pause)).toEqual([{ paused: true }]));
  });

  test('shows a banner that ends it', async () => {
    const { server, user } = open([], { [pause]: { body: running } }, paused);
    expect(await screen.findByText('Posting is paused. Nothing goes out until you resume.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Resume posts' }));
    await waitFor(() => expect(server.bodiesOf(pause)).toEqual([{ paused: false }]));
  });

  const missed = (actions: ['retry'] | ['resume']) =>
    video('m', 'missed', {
      posts: [post('tiktok', 'missed', { message: 'Its time passed.', fix: 'Press Retry.', status: { actions } })],
      status: { actions },
    });

  test('leaves a post that was missed without a button that would be refused', async () => {
    open([missed(['resume'])], {}, paused);
    const card = await screen.findByRole('article', { name: /Glass Squish/ });
    expect(within(card).getByText(/^Posting is paused\. Press Resume posts, then you can post it\./)).toBeTruthy();
    expect(within(card).queryByText(/Press Retry/)).toBeNull();
    expect(within(card).queryByRole('button')).toBeNull();
  });

  test('leaves posts that were missed together without one, too', async () => {
    const posts = (['tiktok', 'youtube'] as const).map((platform) =>
      post(platform, 'missed', { message: 'Its time passed.', status: { actions: ['resume'] } }),
    );
    open([video('m', 'missed', { posts, status: { actions: ['resume'], counted: 2 } })], {}, paused);
    const card = await screen.findByRole('article', { name: /Glass Squish/ });
    expect(within(card).getAllByText(/Posting is paused/)).toHaveLength(1);
    expect(within(card).queryByRole('button', { name: /Post now/ })).toBeNull();
  });

  test('offers the post again once it has ended', async () => {
    open([missed(['retry'])]);
    const card = await screen.findByRole('article', { name: /Glass Squish/ });
    expect(within(card).getByText(/Press Retry/)).toBeTruthy();
    expect(within(card).getByRole('button', { name: /on TikTok$/ })).toBeTruthy();
  });

  test('says why it was not changed', async () => {
    const { user } = open([], { [pause]: failure(503, 'UNAVAILABLE', 'Not now.') });
    await user.click(await screen.findByRole('switch', { name: 'Pause all posts' }));
    expect(await screen.findByText('Not now.')).toBeTruthy();
  });

  test('is not offered on the free plan', async () => {
    open([], { 'GET /api/auth/user': { body: person('free') } });
    expect(await screen.findByRole('complementary', { name: 'This month' })).toBeTruthy();
    expect(screen.queryByRole('switch', { name: 'Pause all posts' })).toBeNull();
  });
});

describe('the wizard', () => {
  test('has a switch to be asked before each post, which is saved', async () => {
    const save = 'POST /api/video-configurations';
    const { server, user } = open([], {
      [save]: { body: { folderUrl: null, version: 4, timeZone: 'Europe/Rome', scheduledDates: [], notices: [] } },
    });
    await user.click(await screen.findByRole('button', { name: /Video Configuration/ }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('switch', { name: 'Ask me before each post' }));
    await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
    await waitFor(() => expect(server.bodiesOf(save)).toMatchObject([{ askBeforePosting: true }]));
  });
});

describe('the calendar', () => {
  const refusal = { id: 'p', index: 1, platform: 'tiktok', code: 'ENDS_BEFORE', fix: 'Press Reconnect before then.' };
  const forecast = (more: object) => ({
    'GET /api/calendar-forecast': { body: { notices: [], refusals: [{ ...refusal, ...more }] } },
  });

  test.each([
    ['reconnect', 'ENDS_BEFORE', 'tiktok', 'Reconnect TikTok', '/social'],
    ['setting', 'SETUP_NEEDED', 'tiktok', 'TikTok settings', '/social?setup=tiktok'],
    [null, 'NOT_CONNECTED', 'instagram', 'Connect Instagram', '/social'],
  ])('shows which platform would refuse a video, and what mends it: %s', async (needs, code, platform, label, to) => {
    const message = `${platform} would not take it.`;
    const { user } = open([], forecast({ needs, code, platform, message }));
    await user.click(await screen.findByRole('button', { name: /Video Configuration/ }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText(message, { exact: false })).toBeTruthy();
    const link = screen.getByRole('link', { name: new RegExp(`^${label} ?, video #1$`) });
    expect(link.getAttribute('href')).toBe(to);
  });

  test('shows a skipped video as such', async () => {
    const { user } = open([]);
    await user.click(await screen.findByRole('button', { name: /Video Configuration/ }));
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    expect(await screen.findByText(/Wednesday.*Skipped|Wed.*Skipped/)).toBeTruthy();
  });
});
