import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { videos } from '../../test/dashboard.ts';
import { configuration, finishedStages, person, post, runningStages, video } from '../../test/people.ts';
import type { Video } from '../features/videos/api.ts';
import { formatTime } from '../lib/format-date.ts';
import { DashboardPage } from './dashboard.tsx';

const read = 'GET /api/videos';
const readConfiguration = 'GET /api/video-configuration';
const timedOut = { status: 504 };
const busy = { ...failure(503, 'SERVICE_UNAVAILABLE', 'Not now.'), headers: { 'retry-after': '1' } };
const noConnection = () => {
  throw new TypeError('Failed to fetch');
};

/** The answer of a server whose clock is running. */
const now = (answer: { body?: unknown; headers?: Record<string, string> }) => () => ({
  ...answer,
  headers: { ...answer.headers, date: new Date().toUTCString() },
});

/** Opens the dashboard of a free plan after its video was requested, or of a paid plan. */
function openDashboard(tier: 'free' | 'starter', answers: Parameters<typeof stubServer>[0], address = '/dashboard') {
  const used = { saved: true, version: 1, usedThisMonth: 1, videosPerMonth: person(tier).videosPerMonth };
  const server = stubServer({
    'GET /api/auth/user': { body: person(tier) },
    [readConfiguration]: { body: configuration(used) },
    'GET /api/social-connections': failure(404, 'NOT_FOUND', 'None.'),
    ...answers,
  });
  show(<DashboardPage />, address);
  return server;
}

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const rendering = (change: Partial<Video['stages']['rendering']>) =>
  video('a', 'making', { stages: { ...runningStages, rendering: { ...runningStages.rendering, ...change } } });
const inLine = (change: Partial<Video['stages']['rendering']> = {}) =>
  rendering({ state: 'waiting', startedAt: null, percent: 0, place: 1, readyInSeconds: 180, ...change });

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-20T16:46:00Z') });
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('videos that could not be read', () => {
  test('show no progress, and appear by themselves once they can be read', async () => {
    const server = openDashboard('free', { [read]: failure(500, 'INTERNAL', 'No.') });
    await pass(100);
    expect(screen.getByText('Your videos did not load')).toBeTruthy();
    expect(screen.queryByText('Video In Progress!')).toBeNull();
    expect(screen.queryByText(/posted|go out/)).toBeNull();
    server.answers[read] = videos(video('f', 'delivered'));
    await pass(20_000);
    expect(screen.getByRole('heading', { name: 'Your video is ready' })).toBeTruthy();
  });

  test('do not open the configuration for a user who has videos', async () => {
    const server = openDashboard('starter', { [read]: failure(500, 'INTERNAL', 'No.') });
    await pass(100);
    expect(screen.getByText('Your videos did not load')).toBeTruthy();
    server.answers[read] = videos(video('a'));
    await pass(20_000);
    expect(screen.getByRole('region', { name: 'In the making' })).toBeTruthy();
  });

  test('are read again together with the configuration by Try again', async () => {
    const lost = failure(500, 'INTERNAL', 'No.');
    const server = openDashboard('free', { [read]: lost, [readConfiguration]: lost });
    await pass(100);
    expect(screen.getByText('Your configuration did not load')).toBeTruthy();
    expect(screen.queryByText(/scheduled videos/)).toBeNull();
    const before = server.bodiesOf(read).length;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await pass(100);
    expect(server.bodiesOf(read)).toHaveLength(before + 1);
    expect(server.bodiesOf(readConfiguration)).toHaveLength(2);
  });
});

describe('a read that fails', () => {
  test.each([
    ['no answer in time', timedOut, 'Reelwright is busy. Trying again.'],
    ['no connection', noConnection, 'No connection. Trying again.'],
    ['a busy service', busy, 'Reelwright is busy. Trying again.'],
  ])('with %s shows that it is retried', async (_cause, answer, words) => {
    const server = openDashboard('free', { [readConfiguration]: answer, [read]: videos() });
    await pass(3_500);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByText('Loading configuration...')).toBeNull();
    server.answers[readConfiguration] = { body: configuration() };
    await pass(10_000);
    expect(screen.getByRole('radio', { name: 'Glass Squish' })).toBeTruthy();
    expect(screen.queryByText(words)).toBeNull();
  });

  test('keeps its message while it is retried, and is retried when the page comes to the front', async () => {
    const server = openDashboard('free', { 'GET /api/auth/user': failure(500, 'INTERNAL', 'No.') });
    await pass(100);
    const message = screen.getByText('Your account did not load');
    await pass(45_000);
    expect(message.isConnected).toBe(true);
    expect(server.bodiesOf('GET /api/auth/user')).toHaveLength(3);
    server.answers['GET /api/auth/user'] = { body: person('free') };
    server.answers[read] = videos(video('a'));
    act(() => window.dispatchEvent(new Event('visibilitychange')));
    await pass(100);
    expect(message.isConnected).toBe(false);
  });

  test('with a refusal is not retried automatically', async () => {
    const server = openDashboard('free', { [readConfiguration]: failure(403, 'FORBIDDEN', 'No.'), [read]: videos() });
    await pass(120_000);
    expect(screen.getByText('Your configuration did not load')).toBeTruthy();
    expect(server.bodiesOf(readConfiguration)).toHaveLength(1);
  });
});

describe('a running video', () => {
  test.each(['free', 'starter'] as const)('shows the age of its state while it cannot be read (%s)', async (tier) => {
    const server = openDashboard(tier, { [read]: now(videos(video('a'))) });
    await pass(100);
    expect(screen.getByText('40% done. The time left is not known yet.')).toBeTruthy();
    expect(screen.getByText('Rendering for')).toBeTruthy();
    server.answers[read] = now(busy);
    await pass(3_500);
    expect(screen.queryByText(/Last known/)).toBeNull();
    await pass(2_000);
    const at = formatTime('2026-11-20T16:46:00Z');
    expect(screen.getByText(`Last known at ${at}. Asking again.`)).toBeTruthy();
    const clock = document.querySelector('.clock')?.textContent;
    await pass(10_000);
    expect(document.querySelector('.clock')?.textContent).toBe(clock);
    expect(screen.getByText('40% done. The time left is not known yet.')).toBeTruthy();
    server.answers[read] = videos(rendering({ percent: 60 }));
    await pass(40_000);
    expect(screen.queryByText(/Last known/)).toBeNull();
    expect(screen.getByText(/^60% done/)).toBeTruthy();
  });

  test('in line shows its place, its estimate and how long it has waited', async () => {
    openDashboard('free', {
      [read]: videos({
        ...inLine(),
        why: { code: 'RENDER_NOT_BEGUN', message: 'Your video has been requested and will start soon.', fix: '' },
      }),
    });
    await pass(100);
    expect(screen.getByRole('heading', { name: 'Your video is in line' })).toBeTruthy();
    expect(screen.getByText('Next in line. Ready in about 3 minutes.')).toBeTruthy();
    expect(screen.getByText('Waiting for')).toBeTruthy();
    expect(screen.queryByText(/will start soon/)).toBeNull();
  });

  test('keeps its last estimate for a minute, and no longer', async () => {
    const server = openDashboard('free', { [read]: videos(inLine()) });
    await pass(100);
    server.answers[read] = now(videos(inLine({ readyInSeconds: null })));
    await pass(20_000);
    expect(screen.getByText('Next in line. Ready in about 3 minutes.')).toBeTruthy();
    await pass(50_000);
    expect(screen.getAllByText('Next in line. The time it takes is not known yet.')).not.toHaveLength(0);
  });

  test('whose model is unavailable says so, and shows no clock', async () => {
    const why = { code: 'MODEL_AWAY', message: 'The video model is unavailable.', fix: 'We keep trying.' };
    const away = inLine({ ...why, place: null, readyInSeconds: null, nextTryAt: '2026-11-20T16:50:00Z' });
    openDashboard('free', { [read]: videos({ ...away, why }) });
    await pass(100);
    expect(screen.getByRole('heading', { name: 'The video model is unavailable' })).toBeTruthy();
    expect(document.querySelector('.clock')).toBeNull();
  });
});

describe('a finished video that is not in Drive yet', () => {
  const drive = { state: 'waiting' as const, at: null, link: null };
  const trouble = { code: 'DRIVE_AWAY', message: 'Google Drive does not answer right now.', fix: 'We keep trying.' };
  const kept = (id: string, group: Video['status']['group'], posts: Video['posts'] = []) =>
    video(id, 'ready', {
      stages: { ...finishedStages, drive: { ...drive, ...trouble } },
      mediaUrl: '/media/a.mp4',
      posts,
      status: { group },
    });

  test('can be watched', async () => {
    openDashboard('free', { [read]: videos(kept('a', 'delivering')) });
    await pass(100);
    expect(screen.getByRole('heading', { name: 'Your video is ready' })).toBeTruthy();
    expect(screen.getByText(/^You can watch it here\./)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Play your video, Glass Squish' })).toBeTruthy();
    expect(screen.queryByText(/in the making/)).toBeNull();
    expect(screen.getByText('waiting for Google Drive')).toBeTruthy();
    expect(screen.getByText(/The video is made and kept here\.$/)).toBeTruthy();
    expect(document.querySelector('.clock')).toBeNull();
  });

  test('is shown as on its way to Drive, and its posts do not wait for that', async () => {
    const posted = [post('tiktok', 'posted')];
    openDashboard('starter', {
      [read]: videos(kept('a', 'delivering', posted), kept('b', 'going_out', [post('tiktok')])),
    });
    await pass(100);
    expect(screen.getByRole('region', { name: 'On its way to your Drive' }).textContent).not.toMatch(/does not wait/);
    expect(screen.getByRole('region', { name: 'Going out' }).textContent).toMatch(/Posting does not wait for Drive\./);
  });
});
