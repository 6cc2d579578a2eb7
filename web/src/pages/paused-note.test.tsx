import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { show, stubServer } from '../../test/browser.tsx';
import { videos } from '../../test/dashboard.ts';
import { configuration, person, savedEntry } from '../../test/people.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { DashboardPage } from './dashboard.tsx';
import { PausedNote } from './paused-note.tsx';

const paused = (code: string, at = '2026-12-24T09:00:00Z') => ({
  status: { state: 'paused' as const },
  why: { code },
  at: Date.parse(at),
});
const planned = { status: { state: 'planned' as const }, why: null, at: Date.parse('2026-11-24T09:00:00Z') };
const nothing = () => {};

function note(user: CurrentUser, ...entries: (typeof planned | ReturnType<typeof paused>)[]) {
  const server = stubServer({ 'POST /api/renew-subscription': { body: { success: true } } });
  const props = { user, entries, limit: 12, zone: 'Europe/Rome', onUpgrade: nothing, onChoose: nothing };
  const shown = show(<PausedNote {...props} />);
  return { server, ...shown };
}
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

const cancelled = person('pro', {
  subscriptionStatus: 'cancelling',
  subscriptionCancelledAt: '2026-11-20T12:00:00Z',
  subscriptionExpiresAt: '2026-12-22T12:00:00Z',
});
const downgraded = person('pro', {
  subscriptionStatus: 'downgrade_pending',
  nextTier: 'starter',
  currentPeriodEnd: '2026-12-22T12:00:00Z',
});

describe('paused entries show the cause and the remedy', () => {
  test('after the end of a cancelled plan: renew it', async () => {
    const { server, user } = note(cancelled, planned, paused('ENTRY_AFTER_PLAN'), paused('ENTRY_AFTER_PLAN'));
    expect(screen.getByText('2 videos wait: your Pro plan ends on December 22, 2026.')).toBeTruthy();
    expect(buttons()).toEqual(['Renew Plan']);
    await user.click(screen.getByRole('button', { name: 'Renew Plan' }));
    expect(await screen.findByText('Subscription Renewed')).toBeTruthy();
    expect(server.bodiesOf('POST /api/renew-subscription')).toHaveLength(1);
  });

  test('after a downgrade: keep the current plan', async () => {
    const { user } = note(downgraded, paused('ENTRY_PAUSED'));
    expect(
      screen.getByText('1 video waits: from December 22 your plan is Starter, with 8 videos a month.'),
    ).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep Pro' }));
    expect(await screen.findByText('Your plan stays Pro.')).toBeTruthy();
  });

  test('names the days of the calendar’s zone', () => {
    const at = '2026-12-21T23:30:00Z';
    note({ ...cancelled, subscriptionExpiresAt: at }, paused('ENTRY_AFTER_PLAN'));
    expect(screen.getByText('1 video waits: your Pro plan ends on December 22, 2026.')).toBeTruthy();
    note({ ...downgraded, currentPeriodEnd: at }, paused('ENTRY_PAUSED'));
    expect(screen.getByText(/^1 video waits: from December 22 your plan is Starter/)).toBeTruthy();
  });

  test('on the free plan, which has no calendar: choose a plan', () => {
    note(person('free'), paused('ENTRY_NO_PLAN'), paused('ENTRY_NO_PLAN'));
    expect(screen.getByText('The Free plan has no calendar; your 2 entries wait for a paid plan.')).toBeTruthy();
    expect(buttons()).toEqual(['Choose a plan']);
  });

  test('with an overdue payment: pay it', () => {
    note(person('pro', { subscriptionStatus: 'past_due' }), paused('ENTRY_UNPAID'));
    expect(screen.getByText('1 video waits: your last payment is overdue.')).toBeTruthy();
    expect(screen.getByText(/resumes automatically when it is paid\.$/)).toBeTruthy();
  });

  test('in a full month: one note per case', () => {
    note(cancelled, paused('ENTRY_PAUSED', '2026-11-28T09:00:00Z'), paused('ENTRY_AFTER_PLAN'));
    expect(screen.getByText('1 video is paused: your plan has room for 12.')).toBeTruthy();
    expect(screen.getByText('1 video waits: your Pro plan ends on December 22, 2026.')).toBeTruthy();
  });

  test('no note without paused entries', () => {
    note(cancelled, planned);
    expect(buttons()).toEqual([]);
  });
});

test('after an undone downgrade the calendar is read again until it shows the plan', async () => {
  const why = { code: 'ENTRY_PAUSED', message: 'Your plan has no room for it.', fix: 'Choose a larger plan.' };
  let isKept = false;
  stubServer({
    'GET /api/auth/user': () => ({ body: isKept ? person('pro') : downgraded }),
    'GET /api/video-configuration': () => ({
      body: configuration({
        ...{ saved: true, version: 1, timeZone: 'Europe/Rome' },
        scheduledDates: [savedEntry('a', '2026-12-24', '09:00', isKept ? 'planned' : 'paused', isKept ? {} : { why })],
      }),
    }),
    'GET /api/videos': videos(),
    'POST /api/renew-subscription': () => {
      isKept = true;
      return { body: { success: true } };
    },
  });
  const { user } = show(<DashboardPage />, '/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Keep Pro' }));
  await waitFor(() => expect(screen.queryByText(/has room for|1 video waits/)).toBeNull(), { timeout: 4_500 });
});

test('the calendar is polled until it shows that the plan continues', async () => {
  const why = { code: 'ENTRY_AFTER_PLAN', message: 'Your plan ends before.', fix: 'Renew it.' };
  const waits = savedEntry('a', '2026-12-24', '09:00', 'paused', { why });
  let asked = 0;
  stubServer({
    'GET /api/auth/user': { body: person('pro') },
    'GET /api/video-configuration': () => {
      asked += 1;
      const scheduledDates = asked < 2 ? [waits] : [savedEntry('a', '2026-12-24', '09:00')];
      return { body: configuration({ saved: true, version: 1, timeZone: 'Europe/Rome', scheduledDates }) };
    },
    'GET /api/videos': videos(),
  });
  show(<DashboardPage />, '/dashboard');
  expect(await screen.findByText('1 video waits: your Pro plan goes on.')).toBeTruthy();
  const gone = () => expect(screen.queryByText('1 video waits: your Pro plan goes on.')).toBeNull();
  await waitFor(gone, { timeout: 4_500 });
});
