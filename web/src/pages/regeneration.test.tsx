import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { Tier } from '@reelwright/product';
import { act, screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { configuration, person, savedEntry } from '../../test/people.ts';
import { RegenerationPage } from './regeneration.tsx';

const status = 'GET /api/regeneration-status';
const read = 'GET /api/video-configuration';
const regenerate = 'POST /api/regenerate-videos';
const ready = { canRegenerate: true, daysRemaining: 0, lastRegeneratedAt: null, nextAt: null };
const waiting = {
  canRegenerate: false,
  daysRemaining: 7,
  lastRegeneratedAt: '2026-11-20T16:45:58Z',
  nextAt: '2026-11-27T16:45:58Z',
};
const saved = () =>
  configuration({
    saved: true,
    videoType: 'v2',
    includeAudio: false,
    notes: 'Slow mornings',
    scheduledDates: [savedEntry('a', '2026-11-24', '09:00'), savedEntry('b', '2026-11-25', '18:00')],
  });

type Answers = Parameters<typeof stubServer>[0];
function open(answers: Answers = {}, tier: Tier = 'starter') {
  const server = stubServer({
    'GET /api/auth/user': { body: person(tier) },
    [read]: { body: saved() },
    [status]: { body: ready },
    ...answers,
  });
  return { server, ...show(<RegenerationPage />, '/regeneration') };
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Regenerate All Videos' });
const confirm = async (user: ReturnType<typeof open>['user']) => {
  await user.click(button());
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Regenerate' }));
};
afterEach(() => void jest.useRealTimers());

test('a visitor without a session goes to the login page', async () => {
  open({ 'GET /api/auth/user': failure(401, 'SIGNED_OUT', 'Sign in.') });
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/auth/login'));
});

describe('the last generated configuration', () => {
  test('is the saved one: style, audio, dates and notes', async () => {
    open();
    const left = await card('Last generated configuration');
    expect(left.getByText('Drone World Tour')).toBeTruthy();
    expect(left.getByText('Audio Disabled')).toBeTruthy();
    expect(left.getByText('Scheduled dates').nextSibling?.textContent).toBe('2');
    expect(left.getByText('Slow mornings')).toBeTruthy();
    expect(document.title).toContain('Video Regeneration');
    expect(screen.getByRole('link', { name: 'Back to dashboard' }).getAttribute('href')).toBe('/dashboard');
  });

  test('loads; if it does not, the videos can still be regenerated', async () => {
    const { server, user } = open({ [read]: pending });
    expect(await screen.findByText('Loading configuration...')).toBeTruthy();
    server.answers[read] = failure(503, 'UNAVAILABLE', 'Not now.');
    const second = show(<RegenerationPage />, '/regeneration');
    expect(await second.findByText('Your configuration did not load')).toBeTruthy();
    server.answers[read] = { body: saved() };
    await user.click(second.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    expect(await second.findByText('Drone World Tour')).toBeTruthy();
  });

  test('is absent before the first save, and nothing can be regenerated then', async () => {
    open({ [read]: { body: configuration() } }, 'free');
    const left = await card('Last generated configuration');
    expect(left.getByText('No video configuration found')).toBeTruthy();
    expect(left.getByRole('link', { name: 'Create a video' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.getByText('You have no videos to regenerate yet.')).toBeTruthy();
    expect(button().disabled).toBe(true);
  });
});

describe('regeneration', () => {
  test('that is allowed shows that and its effect', async () => {
    open();
    const right = await card('Regeneration');
    expect(right.getByText('Ready')).toBeTruthy();
    expect(
      right.getByText('All scheduled videos are regenerated with the same settings, once every 7 days.'),
    ).toBeTruthy();
    expect(right.getByText('It does not count as used.')).toBeTruthy();
    expect(right.getByText('A posted video is never posted again.')).toBeTruthy();
    expect(right.getByText('Never')).toBeTruthy();
    expect(button().disabled).toBe(false);
  });

  test('regenerates on the free plan the last video', async () => {
    open({}, 'free');
    expect((await card('Regeneration')).getByText('On the Free plan that is your last video.')).toBeTruthy();
  });

  test('has a retry button if its status did not load', async () => {
    const { server, user } = open({ [status]: failure(503, 'UNAVAILABLE', 'Not now.') });
    expect(await screen.findByText('Unable to load regeneration status')).toBeTruthy();
    server.answers[status] = { body: ready };
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await card('Regeneration')).getByText('Ready')).toBeTruthy();
  });

  test('asks for confirmation first, with the focus on the safe button', async () => {
    const { server, user } = open();
    await card('Regeneration');
    await user.click(button());
    const question = within(screen.getByRole('alertdialog'));
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep my videos' }));
    await user.click(question.getByRole('button', { name: 'Keep my videos' }));
    expect(server.bodiesOf(regenerate)).toEqual([]);
  });

  test('is requested once, and status, user and videos are read again', async () => {
    const { server, user } = open();
    await card('Regeneration');
    server.answers[regenerate] = () => {
      server.answers[status] = { body: waiting };
      return {
        body: {
          regenerated: 1,
          kept: [
            { videoId: 'b', reason: 'It is going out now.' },
            { videoId: 'x', reason: 'Your plan has no video left for it this month.' },
          ],
        },
      };
    };
    await confirm(user);
    expect(await screen.findByText('Videos Regenerated!')).toBeTruthy();
    expect(screen.getByText('Your videos have been regenerated successfully.')).toBeTruthy();
    expect(screen.getByText('1 video will be made again.')).toBeTruthy();
    expect(screen.getByText('2 videos stay as they are:')).toBeTruthy();
    expect(screen.getByText('#1, Wed, November 25, 18:00: It is going out now.')).toBeTruthy();
    expect(screen.getByText('Your plan has no video left for it this month.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Watch the progress on your dashboard' }).getAttribute('href')).toBe(
      '/dashboard',
    );
    expect(await screen.findByText('Wait 7 More Days')).toBeTruthy();
    expect(document.activeElement?.textContent).toContain('1 video will be made again.');
    expect(screen.getByText('Next regeneration available in 7 day(s)')).toBeTruthy();
    expect(screen.getByText('November 20, 2026')).toBeTruthy();
    expect(button().disabled).toBe(true);
    expect(server.bodiesOf(regenerate)).toHaveLength(1);
    await waitFor(() => expect(server.bodiesOf('GET /api/auth/user')).toHaveLength(2));
    await waitFor(() => expect(server.bodiesOf(read)).toHaveLength(2));
  });

  test('cannot be requested again while it is pending', async () => {
    const { user, server } = open({ [regenerate]: pending });
    await card('Regeneration');
    await confirm(user);
    const busy = screen.getByRole('button', { name: 'Regenerating...' });
    await user.click(busy);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.bodiesOf(regenerate)).toHaveLength(1);
  });

  test.each([
    [400, 'NOTHING_TO_REGENERATE', 'There is no video to make again.'],
    [429, 'REGENERATION_TOO_SOON', 'Next regeneration available in 3 day(s).'],
  ])('that is refused with %s %s says why, and reads the status again', async (code, error, message) => {
    const { server, user } = open({ [regenerate]: failure(code, error, message) });
    await card('Regeneration');
    await confirm(user);
    expect(await screen.findByText('Failed to regenerate videos. Please try again.')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
    expect(screen.getByText(message)).toBeTruthy();
    await waitFor(() => expect(server.bodiesOf(status)).toHaveLength(2));
  });
});

describe('the wait', () => {
  async function openAt(nextAt: string) {
    jest.useFakeTimers({ now: Date.parse('2026-11-20T16:46:00Z') });
    const { server } = open({ [status]: { body: { ...waiting, nextAt } } });
    await act(() => jest.advanceTimersByTimeAsync(100));
    return server;
  }
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  test('counts down by the server’s clock, and enables the button at its end', async () => {
    const server = await openAt('2026-11-20T16:46:05Z');
    expect(screen.getByText('Wait 1 More Day')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toBe('0:05');
    await pass(3_000);
    expect(screen.getByRole('timer').textContent).toBe('0:02');
    expect(button().disabled).toBe(true);
    server.answers[status] = { body: ready };
    await pass(3_000);
    expect(button().disabled).toBe(false);
    expect(screen.getByText('Ready')).toBeTruthy();
    expect(server.bodiesOf(status)).toHaveLength(2);
  });

  test('is read every minute, and ends when the server reports it', async () => {
    const server = await openAt('2026-11-27T16:46:00Z');
    expect(screen.getByText('Wait 7 More Days')).toBeTruthy();
    server.answers[status] = { body: { ...ready, lastRegeneratedAt: waiting.lastRegeneratedAt } };
    await pass(30_000);
    expect(server.bodiesOf(status)).toHaveLength(1);
    await pass(31_000);
    expect(server.bodiesOf(status)).toHaveLength(2);
    expect(screen.getByText('Ready')).toBeTruthy();
    expect(button().disabled).toBe(false);
  });
});
