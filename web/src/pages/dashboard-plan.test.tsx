import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failure, show, stubServer } from '../../test/browser.tsx';
import { videos } from '../../test/dashboard.ts';
import { configuration, person } from '../../test/people.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { DashboardPage } from './dashboard.tsx';

type Answers = Parameters<typeof stubServer>[0];
const check = 'GET /api/check-subscription-status/cs_1';

function open(user: CurrentUser, search = '', answers: Answers = {}) {
  const server = stubServer({
    'GET /api/auth/user': { body: user },
    'GET /api/video-configuration': { body: configuration() },
    'GET /api/videos': videos(),
    'GET /api/social-connections': failure(503, 'UNAVAILABLE', 'Not now.'),
    ...answers,
  });
  return { server, ...show(<DashboardPage />, `/dashboard${search}`) };
}
const address = () => screen.getByLabelText('Address').textContent;

test('the account menu links to the profile', async () => {
  const { user } = open(person('free'));
  await user.click(await screen.findByRole('button', { name: /Account menu/ }));
  expect(screen.getByRole('menuitem', { name: 'Profile' }).getAttribute('href')).toBe('/profile');
});

test('an overdue payment is shown with its deadline and a button to pay it', async () => {
  open(person('pro', { subscriptionStatus: 'past_due', paymentDueBy: '2026-11-27T12:00:00Z' }));
  expect(await screen.findByText('Your last payment did not go through.')).toBeTruthy();
  expect(screen.getByText(/Everything works until November 27, 2026/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Update payment method' })).toBeTruthy();
});

test('the badge offers the higher plans', async () => {
  const { user } = open(person('starter', { videosUsedThisMonth: 3 }));
  await user.click(await screen.findByRole('button', { name: /^Starter 3 of 8/ }));
  expect(screen.getByRole('dialog', { name: 'Upgrade Your Plan' })).toBeTruthy();
});

describe('the return from the checkout', () => {
  test('says that the payment arrived, and clears the address', async () => {
    open(person('free'), '?success=true&session_id=cs_1', { [check]: { body: { success: true, tier: 'pro' } } });
    expect(await screen.findByText('Your Pro plan has been activated successfully.')).toBeTruthy();
    expect(screen.getByText('Payment Completed!')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  test('waits for a payment that has not arrived yet', async () => {
    open(person('free'), '?success=true&session_id=cs_1', { [check]: { body: { success: false, tier: 'free' } } });
    expect(await screen.findByText('We are waiting for your payment to arrive.')).toBeTruthy();
  });

  test('says without success that nothing was charged', async () => {
    open(person('free'), '?success=false');
    expect(await screen.findByText('You left the checkout.')).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });

  test.each([
    [404, 'SESSION_NOT_FOUND', /does not belong to your account/],
    [503, 'PAYMENTS_UNAVAILABLE', /could not confirm your payment yet/],
  ])('says what is known after an answer with %i', async (status, code, words) => {
    open(person('free'), '?success=true&session_id=cs_1', { [check]: failure(status, code, 'No.') });
    expect(await screen.findByText(words)).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/dashboard'));
  });
});

describe('an entry after the end of a cancelled plan', () => {
  const cancelled = person('pro', {
    subscriptionStatus: 'cancelling',
    subscriptionCancelledAt: '2026-11-20T12:00:00Z',
    // It is the 26th in Rome, whose calendar this is, and still the 25th in UTC.
    subscriptionExpiresAt: '2026-11-25T23:30:00Z',
  });
  const saved = { saved: true, version: 3, timeZone: 'Europe/Rome' };
  const read = { 'GET /api/video-configuration': { body: configuration({ ...saved, videosPerMonth: 12 }) } };
  const next = () => screen.findByRole('button', { name: 'Next' });
  const addOn = async (user: ReturnType<typeof open>['user'], day: RegExp) => {
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: day }));
    return screen.getByRole<HTMLButtonElement>('button', { name: 'Add Video' });
  };

  test('is refused when its day is chosen, with a button to renew; one before the end is accepted', async () => {
    const { server, user } = open(cancelled, '', {
      ...read,
      'POST /api/renew-subscription': { body: { success: true } },
    });
    const add = await addOn(user, /^Schedule a video on .*28/);
    const dialog = within(screen.getByRole('dialog', { name: 'Schedule Video' }));
    const words = 'Your Pro plan ends on November 26, 2026. Renew it to schedule videos for later.';
    expect(dialog.getByText(words)).toBeTruthy();
    expect(add.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-11-24' } });
    expect(dialog.queryByText(words)).toBeNull();
    expect(add.disabled).toBe(false);
    fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-11-28' } });
    server.answers['GET /api/auth/user'] = { body: person('pro') };
    await user.click(dialog.getByRole('button', { name: 'Renew Plan' }));
    await waitFor(() => expect(dialog.queryByText(words)).toBeNull());
    expect(add.disabled).toBe(false);
  });

  test.each([
    [403, 'PLAN_ENDS', 'Your Pro plan ends on November 26, 2026. Renew it to schedule videos for later.', true],
    [429, 'PLAN_LIMIT_REACHED', 'You can only schedule 8 videos this month with your Starter plan.', false],
  ])('is explained once when the server refuses it (%i %s)', async (status, code, words, renews) => {
    const { user } = open(person('pro'), '', {
      ...read,
      'POST /api/video-configurations': failure(status, code, words),
      'POST /api/renew-subscription': { body: { success: true } },
    });
    await user.click(await addOn(user, /^Schedule a video on .*28/));
    await user.click(await next());
    await user.click(screen.getByRole('button', { name: 'Create Configuration' }));
    const note = within(await screen.findByRole('alert'));
    expect(note.getByText(words)).toBeTruthy();
    expect(screen.getAllByText(words)).toHaveLength(1);
    expect(screen.queryByText(/Please try again/)).toBeNull();
    const renew = note.queryByRole('button', { name: 'Renew Plan' });
    expect(renew !== null).toBe(renews);
    if (!renew) return;
    await user.click(renew);
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });
});
