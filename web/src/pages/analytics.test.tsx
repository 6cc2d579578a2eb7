import { describe, expect, test } from '@jest/globals';
import type { Tier } from '@reelwright/product';
import { screen, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import type { PostList, SeenPost, Summary } from '../features/analytics/api.ts';
import { browserZone } from '../lib/zoned-time.ts';
import { AnalyticsPage } from './analytics.tsx';

const sums = `GET /api/analytics?${new URLSearchParams({ timeZone: browserZone() })}`;
const list = 'GET /api/analytics/posts';
const sum = (posts: number, views: number) => ({
  posts,
  measuredPosts: posts,
  views,
  likes: 30,
  watchSeconds: 7_500,
  viewsPerPost: posts === 0 ? null : views / posts,
});
const summary = (change: Partial<Summary> = {}): Summary => ({
  timeZone: 'Europe/Rome',
  measuredAt: '2026-11-20T13:46:00Z',
  totals: sum(3, 1_500),
  platforms: [
    { platform: 'tiktok', ...sum(2, 1_200) },
    { platform: 'youtube', ...sum(1, 300) },
  ],
  styles: [{ style: 'v1', ...sum(3, 1_500) }],
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, ...sum(hour === 9 ? 2 : 0, hour === 9 ? 1_200 : 0) })),
  bestHours: [9],
  ...change,
});
const seen = (change: Partial<SeenPost> = {}): SeenPost => ({
  videoId: 'v1',
  platform: 'youtube',
  title: 'Glass, slowly',
  style: 'v1',
  postedAt: '2026-11-18T08:00:00Z',
  permalink: 'https://youtube.example/1',
  views: 1_204,
  likes: 30,
  watchSeconds: 5_460,
  measuredAt: '2026-11-20T13:46:00Z',
  code: null,
  message: null,
  fix: null,
  ...change,
});

type Answers = Parameters<typeof stubServer>[0];
function open(tier: Tier, posts: SeenPost[] = [seen()], answers: Answers = {}) {
  const level = tier === 'elite' ? 'all' : 'views';
  const server = stubServer({
    'GET /api/auth/user': { body: person(tier) },
    [sums]: { body: summary() },
    [list]: { body: { level, posts, reconnect: [], next: null } satisfies PostList },
    ...answers,
  });
  return { server, ...show(<AnalyticsPage />, '/analytics') };
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const rowOf = async (title: string) => within((await screen.findByText(title)).closest('tr') as HTMLElement);
const cells = async (title: string) => (await rowOf(title)).getAllByRole('cell').map((cell) => cell.textContent);

describe('with Elite', () => {
  test('the page shows totals, parts, best hours, each post and the file', async () => {
    open('elite');
    expect(await screen.findByText('2 h 5 min')).toBeTruthy();
    expect(screen.getByText('Updated 3 hours ago')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe('/api/analytics.csv');
    expect((await card('By platform')).getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'TikTok1,200 views2 posts, 600 views each',
      'YouTube300 views1 post',
    ]);
    expect((await card('By style')).getByText('Glass Squish')).toBeTruthy();
    const hours = await card('By hour');
    expect(hours.getByText('09:00')).toBeTruthy();
    expect(hours.getByText('09:00: 2 posts, 600 views each')).toBeTruthy();
    expect(hours.getByText('10:00: no posts')).toBeTruthy();
    expect(hours.getAllByRole('listitem')).toHaveLength(24);
    expect(await cells('Glass, slowly')).toEqual(['1,204', '30', '1 h 31 min']);
    expect(document.title).toContain('Analytics');
  });

  test('the posts say in which zone their times are', async () => {
    open('elite');
    expect((await card('Posts')).getByText(`Times in ${browserZone()}`)).toBeTruthy();
  });

  test('a number that is not known is a dash with its reason', async () => {
    const waiting = { views: null, likes: null, watchSeconds: null, measuredAt: null };
    open('elite', [
      seen({ platform: 'tiktok', title: 'On TikTok', watchSeconds: null }),
      seen({ videoId: 'v2', title: 'Fresh', permalink: null, ...waiting }),
      seen({ videoId: 'v3', title: '', style: 'v2', code: 'VIEWS_DELAYED', message: 'YouTube is not responding.' }),
    ]);
    expect((await cells('On TikTok'))[2]).toBe('–TikTok reports no watch time.');
    expect((await cells('Fresh'))[0]).toContain('Not counted yet');
    const delayed = await rowOf('Drone World Tour');
    expect(delayed.getByText('YouTube is not responding.')).toBeTruthy();
    expect(delayed.getByText(/^Views as of /)).toBeTruthy();
    expect((await rowOf('On TikTok')).queryByText(/^Views as of /)).toBeNull();
  });

  test('a platform that needs a permission has one note with its button', async () => {
    const tiktok = {
      platform: 'tiktok' as const,
      message: 'Reelwright has no permission to read views on TikTok.',
      fix: 'Reconnect TikTok to see views, and leave every permission ticked.',
    };
    // The post that waits for it may be on a later page.
    const { user, server } = open('elite', [], {
      [list]: { body: { level: 'all', posts: [seen()], reconnect: [tiktok], next: 'abc' } satisfies PostList },
      'GET /api/tiktok/auth': pending,
    });
    expect(await screen.findByText(tiktok.message)).toBeTruthy();
    expect(screen.getByText(tiktok.fix)).toBeTruthy();
    const buttons = screen.getAllByRole('button', { name: 'Reconnect TikTok' });
    expect(buttons).toHaveLength(1);
    await user.click(buttons[0] as HTMLElement);
    expect(server.calls.map(({ call }) => call)).toContain('GET /api/tiktok/auth');
  });

  test('best hours say what they need while there are none', async () => {
    open('elite', [seen()], { [sums]: { body: summary({ bestHours: [] }) } });
    expect(await screen.findByText(/Best hours need two posts at the same hour/)).toBeTruthy();
  });

  test('the next page of posts is read on request', async () => {
    const { user, server } = open('elite', [], {
      [list]: { body: { level: 'all', posts: [seen()], reconnect: [], next: 'abc' } },
      [`${list}?cursor=abc`]: failure(503, 'UNAVAILABLE', 'Not now.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('The next posts did not load.')).toBeTruthy();
    server.answers[`${list}?cursor=abc`] = {
      body: { level: 'all', posts: [seen({ videoId: 'old', title: 'An older one' })], next: null },
    };
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('An older one')).toBeTruthy();
    expect(screen.getByText('Glass, slowly')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('without a post it says when views begin', async () => {
    const { totals } = summary({ totals: sum(0, 0) });
    open('elite', [], { [sums]: { body: summary({ totals, platforms: [], styles: [], measuredAt: null }) } });
    expect(await screen.findByText(/No posts yet/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a video' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.queryByText('Download CSV')).toBeNull();
  });

  test('it loads, and each part that fails can be tried again', async () => {
    const { server, unmount } = open('elite', [], { [sums]: pending, [list]: pending });
    expect((await screen.findAllByText('Loading your views...')).length).toBeGreaterThan(0);
    unmount();
    server.answers[sums] = failure(503, 'UNAVAILABLE', 'Not now.');
    server.answers[list] = failure(503, 'UNAVAILABLE', 'Not now.');
    const { user, ...second } = show(<AnalyticsPage />, '/analytics');
    expect(await second.findByText('Your totals did not load')).toBeTruthy();
    expect(await second.findByText('Your posts did not load')).toBeTruthy();
    server.answers[list] = { body: { level: 'all', posts: [seen()], next: null } };
    for (const button of second.getAllByRole('button', { name: 'Try again' })) await user.click(button);
    expect(await second.findByText('Glass, slowly')).toBeTruthy();
  }, 60_000);
});

describe.each<Tier>(['starter', 'pro'])('with %s', (tier) => {
  test('the page shows the views of each post, and what Elite has', async () => {
    const { server, user } = open(tier, [seen({ likes: null, watchSeconds: null })]);
    expect(await cells('Glass, slowly')).toEqual(['1,204']);
    expect(screen.getByText('Updated 3 hours ago')).toBeTruthy();
    const locked = await card('With the Elite plan');
    expect(locked.getByText('Everything as a CSV file')).toBeTruthy();
    expect(screen.queryByText('Download CSV')).toBeNull();
    expect(server.calls.map(({ call }) => call)).not.toContain(sums);
    await user.click(locked.getByRole('button', { name: 'Upgrade Plan' }));
    expect(await screen.findByRole('dialog', { name: 'Upgrade Your Plan' })).toBeTruthy();
  });
});

test('with Free the page says where views begin, and asks for nothing', async () => {
  const { server } = open('free');
  expect((await card('Views start with the Starter plan')).getByRole('button', { name: 'Upgrade Plan' })).toBeTruthy();
  expect(server.calls.filter(({ call }) => call.includes('analytics'))).toEqual([]);
});

test('a visitor without a session goes to the login page', async () => {
  open('free', [], { 'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.') });
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy();
});
