import { describe, expect, test } from '@jest/globals';
import type { Tier } from '@reelwright/product';
import { screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { answersFor, videos } from '../../test/dashboard.ts';
import { finishedStages, post, runningStages, savedEntry, video } from '../../test/people.ts';
import type { Video } from '../features/videos/api.ts';
import { DashboardPage } from './dashboard.tsx';

describe('the rundown', () => {
  test('shows running videos, those that need the user, and posted ones', async () => {
    const posted = [post('tiktok', 'posted', { permalink: 'https://tiktok.example/1' })];
    const troubled = [
      post('tiktok', 'failed', {
        code: 'TOKEN_REJECTED',
        status: { actions: ['reconnect'] },
        message: 'TikTok no longer lets us post for you.',
        fix: 'Press Reconnect.',
      }),
      post('youtube', 'unconfirmed', { status: { next: { step: 'check', at: '2026-11-20T17:00:00Z' } } }),
    ];
    const server = stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        video('a'),
        video('b', 'not_posted', { posts: troubled, videoType: 'v7' }),
        video('c', 'posted', { posts: posted, videoType: 'v3' }),
      ),
      'POST /api/videos/b/posts/youtube/check': { body: { state: 'unconfirmed' } },
      'GET /api/tiktok/auth': pending,
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    const making = within(await screen.findByRole('region', { name: 'In the making' }));
    expect(making.getByText('40% done. The time left is not known yet.')).toBeTruthy();
    const needsOwner = within(screen.getByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText('TikTok no longer lets us post for you.')).toBeTruthy();
    expect(needsOwner.getByText(/Press Reconnect\./)).toBeTruthy();
    expect(needsOwner.getByText(/We will not post it twice/)).toBeTruthy();
    expect(needsOwner.queryByRole('button', { name: /Post again/ })).toBeNull();
    await user.click(needsOwner.getByRole('button', { name: 'Check now' }));
    expect(server.bodiesOf('POST /api/videos/b/posts/youtube/check')).toHaveLength(1);
    await user.click(needsOwner.getByRole('button', { name: 'Reconnect TikTok' }));
    expect(server.calls.map(({ call }) => call)).toContain('GET /api/tiktok/auth');
    const done = within(screen.getByRole('region', { name: 'Posted' }));
    expect(done.getByText('Posted on 1 of 1')).toBeTruthy();
    expect(done.getByRole('link', { name: /Open file/ })).toBeTruthy();
  });

  test('says no number of views if the list of posts ends within the video', async () => {
    const seen = (videoId: string, views: number) => ({ videoId, platform: 'tiktok', views });
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        video('c', 'posted', { posts: [post('tiktok', 'posted'), post('youtube', 'posted')] }),
        video('d', 'posted', { posts: [post('tiktok', 'posted')] }),
      ),
      'GET /api/analytics/posts?limit=100': {
        body: { level: 'views', posts: [seen('d', 7), seen('c', 1204)], reconnect: [], next: 'more' },
      },
    });
    show(<DashboardPage />, '/dashboard?view=videos');
    // The answer is there once the other video shows its number.
    expect((await screen.findAllByRole('link', { name: /views$/ })).map((link) => link.textContent)).toEqual([
      '7 views',
    ]);
  });

  test.each<[Extract<Tier, 'free' | 'starter'>, number]>([
    ['starter', 1],
    ['free', 0],
  ])('says how often a posted video was seen, with %s', async (tier, links) => {
    const posts = [post('tiktok', 'posted'), post('youtube', 'posted')];
    const seen = { videoId: 'c', views: 1204 };
    const server = stubServer({
      ...answersFor(tier),
      'GET /api/videos': videos(
        video('c', 'posted', { posts }),
        video('d', 'not_posted', { posts: [post('tiktok', 'posted'), post('youtube', 'failed')] }),
      ),
      'GET /api/analytics/posts?limit=100': {
        body: {
          level: 'views',
          posts: [
            { ...seen, platform: 'tiktok' },
            { ...seen, platform: 'youtube', views: 1 },
            { ...seen, videoId: 'd', platform: 'tiktok', views: 7 },
          ],
          reconnect: [],
          next: null,
        },
      },
    });
    show(<DashboardPage />, '/dashboard?view=videos');
    const done = within(await screen.findByRole('region', { name: 'Posted' }));
    await waitFor(() => expect(done.queryAllByRole('link', { name: '1,205 views' })).toHaveLength(links));
    expect(screen.queryAllByRole('link', { name: '7 views' })).toHaveLength(links);
    expect(server.calls.filter(({ call }) => call.includes('analytics'))).toHaveLength(links);
  });

  test('asks the user to reconnect if access is missing to check a post', async () => {
    const unseen = post('youtube', 'unconfirmed', {
      code: 'LOOK_NEEDS_RECONNECT',
      message: 'We cannot ask YouTube whether it went out.',
      fix: 'Press Reconnect and we check there right away.',
      status: { actions: ['reconnect'], next: { step: 'check', at: '2026-11-20T17:00:00Z' } },
    });
    const server = stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('b', 'unconfirmed', { posts: [unseen] })),
      'GET /api/youtube/auth': pending,
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText(/we check there right away/)).toBeTruthy();
    expect(needsOwner.queryByRole('button', { name: 'Check now' })).toBeNull();
    await user.click(needsOwner.getByRole('button', { name: 'Reconnect YouTube' }));
    expect(server.calls.map(({ call }) => call)).toContain('GET /api/youtube/auth');
  });

  test('shows the next try of a late post, and offers to connect an account if none is left', async () => {
    const late = post('tiktok', 'late', {
      code: 'RATE_LIMITED',
      message: 'TikTok asks us to slow down.',
      fix: 'Nothing to do. We try again automatically.',
      goesOutAt: '2020-11-20T08:00:00Z',
      status: { next: { step: 'try', at: '2020-11-20T11:14:30Z' } },
    });
    const gone = post('facebook', 'unconfirmed', {
      code: 'NO_LONGER_CONNECTED',
      status: { actions: ['connect'] },
      message: 'We cannot ask Facebook any more whether it went out.',
      fix: 'Connect it again and we check there too.',
    });
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('b', 'late', { posts: [late, gone], status: { group: 'needs_owner' } })),
    });
    show(<DashboardPage />, '/dashboard');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText(/^Late, next try \d\d:14$/)).toBeTruthy();
    expect(needsOwner.getByRole('link', { name: 'Connect Facebook' }).getAttribute('href')).toBe('/social');
    expect(needsOwner.queryByRole('button', { name: 'Check now' })).toBeNull();
  });

  test('explains a video that missed its time before it was made, and posts it now', async () => {
    const why = { code: 'ENTRY_MISSED', message: 'Its time passed long ago.', fix: 'Press Post now.' };
    const unmade = { requested: { at: null }, rendering: { ...finishedStages.rendering, state: 'waiting' as const } };
    const stages = { ...finishedStages, ...unmade };
    const server = stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('m', 'missed', { stages, why, status: { actions: ['post_now'] } })),
      'POST /api/videos/m/post-now': { body: { state: 'requested' } },
    });
    const { user } = show(<DashboardPage />, '/dashboard?view=videos');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText(why.message)).toBeTruthy();
    expect(needsOwner.getByText(why.fix)).toBeTruthy();
    await user.click(needsOwner.getByRole('button', { name: 'Post now' }));
    expect(server.bodiesOf('POST /api/videos/m/post-now')).toHaveLength(1);
  });

  test('shows a video’s place in line and estimate, and the next try while the model is unavailable', async () => {
    const rendering = { ...runningStages.rendering, state: 'waiting' as const, percent: 0 };
    const inLine = { ...runningStages, rendering: { ...rendering, place: 3, readyInSeconds: 360 } };
    const why = { code: 'MODEL_AWAY', message: 'The video model is unavailable.', fix: 'We keep trying.' };
    const away = { ...runningStages, rendering: { ...rendering, ...why, nextTryAt: '2099-11-20T17:20:00Z' } };
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('a', 'making', { stages: inLine }), video('b', 'making', { stages: away, why })),
    });
    show(<DashboardPage />, '/dashboard?view=videos');
    const making = within(await screen.findByRole('region', { name: 'In the making' }));
    expect(making.getByText('Third in line. Ready in about 6 minutes.')).toBeTruthy();
    expect(making.getByText('third in line')).toBeTruthy();
    expect(making.getAllByRole('status')[0]?.textContent).toBe('Third in line. Ready in about 10 minutes.');
    expect(making.getByText('The video model is unavailable.')).toBeTruthy();
    expect(making.getByText(/^We keep trying, next at 18:20\.$/)).toBeTruthy();
  });

  test('shows the video that is due next first', async () => {
    const next = video('a', 'making', { title: 'The next one', publishAt: '2026-11-21T08:00:00Z' });
    const later = video('b', 'making', { title: 'A later one', publishAt: '2026-11-21T09:00:00Z' });
    stubServer({ ...answersFor('starter'), 'GET /api/videos': videos(later, next) });
    show(<DashboardPage />, '/dashboard?view=videos');
    const making = within(await screen.findByRole('region', { name: 'In the making' }));
    const titles = making.getAllByText(/ one$/).map(({ textContent }) => textContent);
    expect(titles).toEqual(['The next one', 'A later one']);
  });

  test('says that a video requested at its publishing time is being made and goes out when it is ready', async () => {
    const why = { code: 'BEING_MADE', message: 'It is being made now and goes out as soon as it is ready.', fix: '' };
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('m', 'making', { publishAt: '2026-11-20T08:00:00Z', why })),
    });
    show(<DashboardPage />, '/dashboard');
    const making = within(await screen.findByRole('region', { name: 'In the making' }));
    expect(making.getByText(why.message)).toBeTruthy();
  });

  test('shows a moved post with the cause and its new time', async () => {
    const message = 'TikTok takes no more from Reelwright on November 21; goes out on November 22 at 09:00.';
    const goesOutAt = '2026-11-22T08:00:00Z';
    const posts = [
      post('tiktok', 'moved', { code: 'BUDGET_SPENT', message, goesOutAt }),
      post('youtube', 'scheduled', { goesOutAt: '2026-11-21T08:00:00Z' }),
    ];
    const publishAt = '2026-11-21T08:00:00Z';
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('a', 'ready', { publishAt, posts })),
    });
    show(<DashboardPage />, '/dashboard?view=videos');
    const going = within(await screen.findByRole('region', { name: 'Going out' }));
    expect(going.getByText(message)).toBeTruthy();
    expect(going.getByText(/^Goes out .*22.*09:00$/)).toBeTruthy();
    expect(going.getByText('at 09:00')).toBeTruthy();
    expect(going.getByText('09:00 on 1 platform, 1 later')).toBeTruthy();
  });

  test('says why a post is late, and that it is retried', async () => {
    const cause = {
      code: 'RATE_LIMITED',
      message: 'TikTok asks us to slow down.',
      fix: 'Nothing to do: we try again.',
    };
    const posts = [post('tiktok', 'late', { ...cause, goesOutAt: '2026-11-20T08:00:00Z' })];
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(video('a', 'late', { posts })),
    });
    show(<DashboardPage />, '/dashboard?view=videos');
    const going = within(await screen.findByRole('region', { name: 'Going out' }));
    expect(going.getByText('TikTok asks us to slow down. Nothing to do: we try again.')).toBeTruthy();
    expect(going.getByText('Late, it was for 09:00')).toBeTruthy();
  });

  test('shows that there are no videos, or that they did not load', async () => {
    const server = stubServer(answersFor('starter'));
    const { unmount } = show(<DashboardPage />, '/dashboard?view=videos');
    expect(await screen.findByText(/No videos yet/)).toBeTruthy();
    unmount();
    server.answers['GET /api/videos'] = failure(503, 'UNAVAILABLE', 'Not now.');
    const { user } = show(<DashboardPage />, '/dashboard?view=videos');
    expect(await screen.findByText('Your videos did not load')).toBeTruthy();
    server.answers['GET /api/videos'] = videos(video('a'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article', { name: 'Video, Glass Squish' })).toBeTruthy();
  });

  test('are called by their title', async () => {
    const server = stubServer(answersFor('starter'));
    server.answers['GET /api/videos'] = videos(video('a', 'making', { title: 'Ours' }));
    show(<DashboardPage />, '/dashboard?view=videos');
    expect(await screen.findByRole('article', { name: 'Video, Ours' })).toBeTruthy();
  });

  test('says why a post has no link, and why another one is held back', async () => {
    const noLink = { code: 'NO_LINK', message: 'TikTok gives no link to this post.', fix: 'Open the TikTok app.' };
    const held = {
      code: 'SETUP_NEEDED',
      status: { actions: ['change_setting' as const] },
      message: 'Nobody has chosen who may see it.',
      fix: 'Choose it in TikTok settings.',
    };
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        video('a', 'posted', { posts: [post('tiktok', 'posted', noLink)] }),
        video('b', 'held_back', { posts: [post('tiktok', 'held_back', held)] }),
      ),
    });
    show(<DashboardPage />, '/dashboard');
    const done = within(await screen.findByRole('region', { name: 'Posted' }));
    expect(done.getByText('TikTok gives no link to this post. Open the TikTok app.')).toBeTruthy();
    const needsOwner = within(screen.getByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText('Nobody has chosen who may see it.')).toBeTruthy();
    expect(needsOwner.getByRole('link', { name: 'TikTok settings' }).getAttribute('href')).toBe('/social?setup=tiktok');
  });

  test('says why a platform was left out and what to do, even if all other posts went out', async () => {
    const left = { code: 'DISCONNECTED', message: 'Instagram was disconnected.', fix: 'Connect it for the next one.' };
    const instagram = post('instagram', 'cancelled', left);
    const never = post('facebook', 'not_connected', {
      message: 'Facebook was never connected.',
      fix: 'Connect.',
    });
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        video('a', 'not_posted', { posts: [instagram, post('tiktok', 'failed'), never] }),
        video('b', 'posted', { posts: [instagram, post('tiktok', 'posted')] }),
      ),
    });
    show(<DashboardPage />, '/dashboard');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText('Instagram was disconnected. Connect it for the next one.')).toBeTruthy();
    expect(needsOwner.getByText('Facebook was never connected. Connect.')).toBeTruthy();
    const done = within(screen.getByRole('region', { name: 'Posted' }));
    expect(done.getByText(/Instagram was disconnected\. Connect it for the next one\./)).toBeTruthy();
  });

  test('shows one note for a video that was missed on all platforms, with one button that posts it', async () => {
    const missed = { message: 'Its time passed.', fix: 'Post it now.' };
    const server = stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        video('m', 'missed', { posts: [post('tiktok', 'missed', missed), post('youtube', 'missed', missed)] }),
      ),
      'POST /api/videos/m/posts/tiktok/retry': { body: { state: 'waiting' } },
      'POST /api/videos/m/posts/youtube/retry': { body: { state: 'waiting' } },
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getAllByText('Its time passed.')).toHaveLength(1);
    expect(needsOwner.getByText('Not posted')).toBeTruthy();
    await user.click(needsOwner.getByRole('button', { name: 'Post now on both' }));
    expect(server.bodiesOf('POST /api/videos/m/posts/tiktok/retry')).toHaveLength(1);
    expect(server.bodiesOf('POST /api/videos/m/posts/youtube/retry')).toHaveLength(1);
  });

  test('offers only to reconnect while that is enough to send a post, and later to post it now', async () => {
    type Status = Parameters<typeof post>[1];
    const of = (videoType: string, state: Status, ...actions: Video['status']['actions']) =>
      video(videoType, 'held_back', { videoType, posts: [post('tiktok', state, { status: { actions } })] });
    stubServer({
      ...answersFor('starter'),
      'GET /api/videos': videos(
        of('v1', 'held_back', 'reconnect'),
        of('v3', 'held_back', 'reconnect', 'retry'),
        of('v8', 'failed', 'change_setting', 'retry'),
      ),
    });
    show(<DashboardPage />, '/dashboard');
    const soon = within(await screen.findByRole('article', { name: 'Video, Glass Squish' }));
    expect(soon.getByRole('button', { name: 'Reconnect TikTok' })).toBeTruthy();
    expect(soon.queryByRole('button', { name: /^Post/ })).toBeNull();
    const refused = within(screen.getByRole('article', { name: 'Video, Urban Rush' }));
    expect(refused.getByRole('link', { name: 'TikTok settings' })).toBeTruthy();
    expect(refused.getByRole('button', { name: /^Post again/ })).toBeTruthy();
    const late = within(screen.getByRole('article', { name: 'Video, Earth Zoom' }));
    expect(late.getByRole('button', { name: /^Post now/ })).toBeTruthy();
  });

  test('says why an entry after the end of the plan will not be posted', async () => {
    const why = { code: 'PLAN_ENDS_BEFORE', message: 'Your plan ends before it goes out.', fix: 'Renew your plan.' };
    stubServer({ ...answersFor('starter'), 'GET /api/videos': videos(video('a', 'not_covered', { why })) });
    show(<DashboardPage />, '/dashboard?view=videos');
    const needsOwner = within(await screen.findByRole('region', { name: 'Needs you' }));
    expect(needsOwner.getByText(why.message)).toBeTruthy();
    expect(needsOwner.getByText(why.fix)).toBeTruthy();
  });

  test('says that older videos are in the Drive folder, and does not call the newest all', async () => {
    const posted = Array.from({ length: 7 }, (_, index) =>
      video(`p${index}`, 'posted', { posts: [post('tiktok', 'posted')] }),
    );
    const { body } = videos(...posted);
    stubServer({ ...answersFor('starter'), 'GET /api/videos': { body: { ...body, hasOlder: true } } });
    const { user } = show(<DashboardPage />, '/dashboard?view=videos');
    const section = within(await screen.findByRole('region', { name: 'Posted' }));
    await user.click(section.getByRole('button', { name: 'Show the newest 7' }));
    expect(section.queryByRole('button', { name: /Show/ })).toBeNull();
    expect(
      screen.getByText('Older videos are not listed. Those that were made are in your Drive folder.'),
    ).toBeTruthy();
  });

  test("'Coming up' shows five entries, and all on request", async () => {
    const scheduledDates = Array.from({ length: 8 }, (_, day) => savedEntry(`e${day}`, `2026-12-0${day + 1}`, '09:00'));
    stubServer({
      ...answersFor('starter', { saved: true, version: 1, timeZone: 'Europe/Rome', scheduledDates }),
      'GET /api/videos': videos(video('a')),
    });
    const { user } = show(<DashboardPage />, '/dashboard');
    const list = (await screen.findByRole('heading', { name: 'Coming up' })).parentElement as HTMLElement;
    expect(within(list).getAllByRole('listitem')).toHaveLength(5);
    await user.click(within(list).getByRole('button', { name: 'Show all 8' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(8);
    expect(within(list).queryByRole('button')).toBeNull();
  });
});
