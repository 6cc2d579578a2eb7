import { describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failure, pending, show, stubServer } from '../../test/browser.tsx';
import { configuration, person, savedEntry } from '../../test/people.ts';
import type { CurrentUser } from '../session/current-user.ts';
import { ProfilePage } from './profile.tsx';

type Answers = Parameters<typeof stubServer>[0];
const read = 'GET /api/auth/user';
const patch = 'PATCH /api/auth/user';

async function open(user: CurrentUser, answers: Answers = {}) {
  const server = stubServer({
    [read]: { body: user },
    'GET /api/auth/options': { body: { passwordReset: true } },
    'GET /api/video-configuration': { body: configuration() },
    'GET /api/payments': { body: { payments: [] } },
    'GET /api/branding': { body: { logo: null, palette: [], corner: 'top_left', savedAt: null } },
    'GET /api/drive/google': {
      body: { account: null, waiting: 0, code: null, message: null, fix: null, nextTryAt: null },
    },
    'GET /api/api-key-status': { body: { hasKey: false, createdAt: null, lastUsedAt: null, prefix: null } },
    ...answers,
  });
  const view = show(<ProfilePage />, '/profile');
  await screen.findByRole('region', { name: 'Personal information' });
  return { server, ...view };
}
const card = (name: string) => within(screen.getByRole('region', { name }));
/** The row of a section with this label. */
const row = (name: string) => within(screen.getByText(name, { selector: 'dt' }).parentElement as HTMLElement);

test('a visitor without a session sees that, with a link to sign in', async () => {
  stubServer({ [read]: failure(401, 'SIGNED_OUT', 'Sign in.') });
  show(<ProfilePage />, '/profile');
  expect(await screen.findByRole('heading', { name: 'Not Authenticated' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/auth/login');
});

test('an account that did not load has a retry button', async () => {
  const server = stubServer({ [read]: failure(503, 'PLAN_UNKNOWN', 'Later.') });
  const { user } = show(<ProfilePage />, '/profile');
  await screen.findByText('Your account did not load');
  server.answers[read] = { body: person('free') };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Personal information' })).toBeTruthy();
});

test('a text shows that the account loads', () => {
  stubServer({ [read]: pending });
  show(<ProfilePage />, '/profile');
  expect(screen.getByText('Loading your profile...')).toBeTruthy();
});

describe('personal information', () => {
  test('shows the known values, and Not set for the others', async () => {
    await open(person('free', { firstName: null, lastName: null }));
    const info = card('Personal information');
    expect(info.getAllByText('Not set')).toHaveLength(2);
    expect(info.getByText('giulia@example.com')).toBeTruthy();
    expect(info.getByText('August 1, 2026')).toBeTruthy();
  });

  test('saves new names, and does not change the e-mail address', async () => {
    const { server, user } = await open(person('free'), { [patch]: { body: {} } });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const info = card('Personal information');
    expect(row('Email').getByText('giulia@example.com')).toBeTruthy();
    expect(info.queryByLabelText('Email')).toBeNull();
    await user.clear(info.getByLabelText('First name'));
    await user.type(info.getByLabelText('First name'), 'Ada ');
    await user.click(info.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile Updated')).toBeTruthy();
    expect(server.bodiesOf(patch)).toEqual([{ firstName: 'Ada', lastName: 'Ferri' }]);
    expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
  });

  test('refuses a name with invisible characters, and says so beside it', async () => {
    const { server, user } = await open(person('free'));
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('Last name'), '\u202e');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByLabelText('Last name').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBeNull();
    expect(server.bodiesOf('PATCH /api/auth/user')).toEqual([]);
  });

  test('keeps what was typed when it could not be saved, and drops it on Cancel', async () => {
    const { user } = await open(person('free'), { [patch]: failure(503, 'UNAVAILABLE', '') });
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.type(screen.getByLabelText('First name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Giuliax');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(card('Personal information').getByText('Giulia')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' }));
  });
});

describe('the photo', () => {
  const put = 'PUT /api/auth/user/photo';
  const url = '/api/profile-photos/AAAAAAAAAAAAAAAAAAAAAA';
  const jpeg = () => new File(['jpeg'], 'me.jpg', { type: 'image/jpeg' });
  const images = () => [...document.querySelectorAll<HTMLImageElement>('.avatar img')].map((image) => image.src);

  test('is the initial without a photo, and also for a Google photo, which is on another site', async () => {
    await open(person('free', { profileImageUrl: 'https://lh3.googleusercontent.com/a/x' }));
    expect(images()).toEqual([]);
    const info = card('Personal information');
    expect(info.getByText('G')).toBeTruthy();
    expect(info.queryByRole('button', { name: 'Remove' })).toBeNull();
  });

  test('is sent as an image, shown during the upload, and then in the header too', async () => {
    let answer: (reply: { body: unknown }) => void = () => {};
    const { server, user } = await open(person('free'), {
      [put]: () => new Promise((resolve) => (answer = resolve)) as never,
    });
    await user.upload(screen.getByLabelText('Photo'), jpeg());
    expect(await screen.findByText('Saving...')).toBeTruthy();
    await waitFor(() => expect(images()).toEqual([expect.stringMatching(/^data:image\/jpeg;base64,/)]));
    expect((server.bodiesOf(put)[0] as Blob).type).toBe('image/jpeg');
    answer({ body: { profileImageUrl: url } });
    expect(await screen.findByText('Your new photo is saved.')).toBeTruthy();
    await waitFor(() => expect(images().map((src) => new URL(src).pathname)).toEqual([url, url]));
    expect(server.bodiesOf(read)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Change photo' })).toBeTruthy();
  });

  test('that is refused shows why, and the previous one stays', async () => {
    const message = 'You can upload 10 photos an hour. Please try again in 12 minutes.';
    const { user } = await open(person('free', { profileImageUrl: url }), {
      [put]: failure(429, 'TOO_MANY_PHOTOS', message),
    });
    await user.upload(screen.getByLabelText('Photo'), jpeg());
    expect(await screen.findByText(`Your photo was not changed. ${message}`)).toBeTruthy();
    await waitFor(() => expect(images().every((src) => src.endsWith(url))).toBe(true));
  });

  test('that the browser cannot draw is not sent if it is too large or no photo', async () => {
    const { server, user } = await open(person('free'));
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'me.png', { type: 'image/png' });
    await user.upload(screen.getByLabelText('Photo'), large);
    expect(await screen.findByText(/larger than 1 MB/)).toBeTruthy();
    expect(server.bodiesOf(put)).toEqual([]);
  });

  test('is removed, and the focus moves to the remaining button', async () => {
    const remove = 'DELETE /api/auth/user/photo';
    const { server, user } = await open(person('free', { profileImageUrl: url }), {
      [remove]: failure(503, 'UNAVAILABLE', 'Not now.'),
    });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Your photo was not removed. Not now.')).toBeTruthy();
    server.answers[remove] = { body: { profileImageUrl: null } };
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Your photo is removed.')).toBeTruthy();
    expect(images()).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add photo' }));
  });

  test('cannot be changed while it is being removed', async () => {
    const { user } = await open(person('free', { profileImageUrl: url }), { 'DELETE /api/auth/user/photo': pending });
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('Removing...');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Change photo' }).disabled).toBe(true);
  });

  test('that does not load is replaced by the initial', async () => {
    await open(person('free', { profileImageUrl: url }));
    for (const image of document.querySelectorAll('.avatar img')) fireEvent.error(image);
    expect(card('Personal information').getByText('G')).toBeTruthy();
  });
});

describe('the current plan', () => {
  test('on free offers an upgrade, and no management', async () => {
    await open(person('free'));
    const plan = card('Current Plan');
    expect(plan.getByText('1 video per month')).toBeTruthy();
    expect(plan.getByRole('button', { name: 'Upgrade Plan' })).toBeTruthy();
    expect(plan.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
    expect(screen.queryByText('Subscription Management')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Manage Subscription' })).toBeNull();
  });

  test('and everything that can be done about it is in one place', async () => {
    await open(person('pro'));
    const plan = card('Current Plan');
    expect(row('Subscription Management').getByRole('link', { name: 'Manage Subscription' })).toBeTruthy();
    expect(row('Payment method').getByRole('button', { name: 'Manage payment method' })).toBeTruthy();
    for (const name of ['Upgrade Plan', 'Manage payment method', 'Cancel Subscription'])
      expect(plan.getByRole('button', { name })).toBeTruthy();
  });

  test('shows price, videos, interval and renewal date of a paid plan; elite offers no upgrade', async () => {
    await open(person('elite', { isAnnual: true }));
    const plan = card('Current Plan');
    expect(plan.getByText('67.90')).toBeTruthy();
    expect(plan.getByText('20 videos per month')).toBeTruthy();
    expect(plan.getByText('Billed annually: €814.80 a year')).toBeTruthy();
    expect(plan.getByText('Renews on December 2, 2026')).toBeTruthy();
    expect(plan.queryByRole('button', { name: 'Upgrade Plan' })).toBeNull();
  });

  test('is cancelled after a confirmation', async () => {
    const cancel = 'POST /api/cancel-subscription';
    const { server, user } = await open(person('starter'), { [cancel]: { body: { cancelAtPeriodEnd: true } } });
    await user.click(card('Current Plan').getByRole('button', { name: 'Cancel Subscription' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(
      question.getByText(
        'Are you sure you want to cancel your subscription? You will still have access until the end of your billing period.',
      ),
    ).toBeTruthy();
    server.answers[cancel] = failure(503, 'PAYMENTS_UNAVAILABLE', '');
    await user.click(question.getByRole('button', { name: 'Cancel Subscription' }));
    expect(await screen.findByText('Failed to cancel subscription. Please try again.')).toBeTruthy();
    server.answers[cancel] = { body: { cancelAtPeriodEnd: true } };
    await user.click(card('Current Plan').getByRole('button', { name: 'Cancel Subscription' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel Subscription' }));
    expect(await screen.findByText('Subscription Cancelled')).toBeTruthy();
  });

  test('shows its last day before and after a cancellation, and moves the focus to that text', async () => {
    const cancel = 'POST /api/cancel-subscription';
    const { server, user } = await open(person('starter'));
    server.answers[cancel] = () => {
      server.answers[read] = {
        body: person('starter', {
          subscriptionStatus: 'cancelling',
          subscriptionCancelledAt: '2026-11-20T16:46:00Z',
          subscriptionExpiresAt: '2026-12-02T12:00:00Z',
        }),
      };
      return { body: { cancelAtPeriodEnd: true } };
    };
    await user.click(card('Current Plan').getByRole('button', { name: 'Cancel Subscription' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText('Your plan ends on December 2, 2026.')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Cancel Subscription' }));
    expect(
      await screen.findByText(
        'You still have access until the end of your billing period. Your plan ends on December 2, 2026.',
      ),
    ).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement?.textContent).toContain('Your subscription will expire on December 2, 2026'),
    );
    expect(document.activeElement).not.toBe(document.body);
  });

  test('says in the confirmation how many planned videos will wait after a cancellation', async () => {
    const question = async (status: 'active' | 'past_due') => {
      const read = 'GET /api/video-configuration';
      const scheduledDates = [
        savedEntry('a', '2026-11-24', '09:00'),
        savedEntry('b', '2026-12-04', '09:00'),
        savedEntry('c', '2026-12-05', '09:00', 'ready'),
        savedEntry('d', '2026-12-06', '09:00', 'paused'),
      ];
      const body = configuration({ saved: true, timeZone: 'Europe/Rome', scheduledDates });
      const { server, user } = await open(person('pro', { subscriptionStatus: status }), { [read]: { body } });
      await waitFor(() => expect(server.bodiesOf(read)).not.toHaveLength(0));
      await user.click(card('Current Plan').getByRole('button', { name: 'Cancel Subscription' }));
      return within(screen.getByRole('alertdialog'));
    };
    expect(
      (await question('active')).getByText('2 planned videos go out after that: they wait until you renew.'),
    ).toBeTruthy();
    cleanup();
    expect(
      (await question('past_due')).getByText('3 planned videos wait until you have a paid plan again.'),
    ).toBeTruthy();
  });

  test('that is cancelled shows when it expires, and can be renewed', async () => {
    const renew = 'POST /api/renew-subscription';
    const { server, user } = await open(
      person('starter', {
        subscriptionStatus: 'cancelling',
        subscriptionCancelledAt: '2026-11-10T00:00:00Z',
        subscriptionExpiresAt: '2026-12-02T12:00:00Z',
      }),
      { [renew]: failure(503, 'PAYMENTS_UNAVAILABLE', '') },
    );
    const plan = card('Current Plan');
    expect(plan.getByText('Your subscription will expire on December 2, 2026')).toBeTruthy();
    expect(plan.queryByRole('button', { name: 'Cancel Subscription' })).toBeNull();
    await user.click(plan.getByRole('button', { name: 'Renew Plan' }));
    expect(await screen.findByText('Failed to renew subscription. Please try again.')).toBeTruthy();
    server.answers[renew] = { body: { success: false, tier: 'starter' } };
    await user.click(plan.getByRole('button', { name: 'Renew Plan' }));
    expect(screen.queryByText('Subscription Renewed')).toBeNull();
    server.answers[renew] = { body: { success: true, tier: 'starter' } };
    await user.click(plan.getByRole('button', { name: 'Renew Plan' }));
    expect(await screen.findByText('Subscription Renewed')).toBeTruthy();
  });

  test('shows a planned downgrade and its date', async () => {
    await open(person('pro', { subscriptionStatus: 'downgrade_pending', nextTier: 'starter' }));
    expect(card('Current Plan').getByText('Starter from December 2, 2026')).toBeTruthy();
    expect(card('Current Plan').getByRole('button', { name: 'Keep Pro' })).toBeTruthy();
  });

  test.each([
    ['starter', false, 'From December 2, 2026: Starter, €33.90 a month'],
    ['starter', true, 'From December 2, 2026: Starter, €346.80 a year'],
    ['pro', false, 'From December 2, 2026: Pro, €49.90 a month'],
  ] as const)(
    'with a change to %s (annual: %s) that comes says what it costs',
    async (nextTier, nextIsAnnual, text) => {
      await open(person('pro', { isAnnual: true, subscriptionStatus: 'downgrade_pending', nextTier, nextIsAnnual }));
      expect(card('Current Plan').getByText(text)).toBeTruthy();
    },
  );

  test('with an overdue payment shows the open amount if it is known', async () => {
    const owed = { paymentDueCents: 4990, paymentDueCurrency: 'eur' };
    await open(person('pro', { subscriptionStatus: 'past_due', ...owed }));
    expect(card('Current Plan').getByText('Your last payment of €49.90 did not go through.')).toBeTruthy();
  });

  test('with an overdue payment shows the deadline, and opens the payment page', async () => {
    const portal = 'POST /api/billing-portal';
    const { user } = await open(
      person('pro', { subscriptionStatus: 'past_due', paymentDueBy: '2026-11-27T12:00:00Z' }),
      { [portal]: failure(503, 'PAYMENTS_UNAVAILABLE', 'Payments do not answer.') },
    );
    const plan = card('Current Plan');
    expect(plan.getByText(/Everything works until November 27, 2026/)).toBeTruthy();
    await user.click(plan.getByRole('button', { name: 'Update payment method' }));
    expect(await screen.findByText('Payments do not answer.')).toBeTruthy();
  });

  test('with an overdue payment opens the open invoice, or says that it is paid', async () => {
    const change = 'POST /api/change-subscription';
    const { server, user } = await open(person('pro', { subscriptionStatus: 'past_due' }), {
      [change]: failure(400, 'ALREADY_ON_PLAN', "You're already on this plan!"),
    });
    await user.click(card('Current Plan').getByRole('button', { name: 'Pay now' }));
    expect(await screen.findByText("You're already on this plan!")).toBeTruthy();
    expect(server.bodiesOf(change)).toEqual([{ tier: 'pro', is1080p: true, isAnnual: false }]);
  });

  test('with an overdue payment ends at once when it is cancelled, and the confirmation says so', async () => {
    const { user } = await open(person('pro', { subscriptionStatus: 'past_due' }), {
      'POST /api/cancel-subscription': { body: { cancelAtPeriodEnd: false } },
    });
    await user.click(card('Current Plan').getByRole('button', { name: 'Cancel Subscription' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/your plan changes to Free immediately/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Cancel Subscription' }));
    expect(await screen.findByText('Your plan is Free now, and nothing more is charged.')).toBeTruthy();
  });
});

describe('an overdue payment', () => {
  const overdue = person('pro', { subscriptionStatus: 'past_due', paymentDueBy: '2026-11-27T12:00:00Z' });
  const banner = () => screen.queryByText('Your last payment did not go through.');

  test('that was paid meanwhile disappears when the user returns to the page', async () => {
    const { server } = await open(overdue);
    server.answers[read] = { body: person('pro') };
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(banner()).toBeNull());
    await waitFor(() => expect(server.bodiesOf('GET /api/payments')).toHaveLength(2));
  });

  test('shows that it is checked only if the user opened the payment page a moment ago', async () => {
    const checking = () => screen.queryByText('Checking your payment…');
    const { user } = await open(overdue, { 'POST /api/change-subscription': { body: { checkoutUrl: '#invoice' } } });
    expect(banner()).toBeTruthy();
    expect(checking()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Pay now' }));
    await waitFor(() => expect(localStorage.getItem('paying-since')).not.toBeNull());
    act(() => void window.dispatchEvent(new Event('pageshow')));
    expect(checking()).toBeTruthy();
    localStorage.setItem('paying-since', String(Date.now() - 16 * 60_000));
    act(() => void window.dispatchEvent(new Event('pageshow')));
    expect(checking()).toBeNull();
  });

  describe('is polled while the page is shown', () => {
    /** Opens the page. The returned function advances the clock by one polling interval. */
    async function openAndWait() {
      let again = () => {};
      const setAgain = window.setInterval;
      jest.spyOn(window, 'setInterval').mockImplementation(((run: () => void, ms: number) => {
        if (ms !== 4000) return setAgain(run, ms);
        again = run;
        return 0;
      }) as never);
      const opened = await open(overdue);
      let now = Date.now();
      jest.spyOn(Date, 'now').mockImplementation(() => now);
      const pass = async () => {
        now += 4000;
        await act(async () => again());
      };
      return { ...opened, pass };
    }

    test('every few seconds', async () => {
      const { server, pass } = await openAndWait();
      server.answers[read] = { body: person('pro') };
      await pass();
      await waitFor(() => expect(banner()).toBeNull());
    });

    test('for a minute, and again when the user returns', async () => {
      localStorage.setItem('paying-since', String(Date.now()));
      const { server, pass } = await openAndWait();
      expect(screen.getByText('Checking your payment…')).toBeTruthy();
      for (let times = 0; times < 16; times += 1) await pass();
      expect(banner()).toBeTruthy();
      expect(screen.queryByText('Checking your payment…')).toBeNull();
      server.answers[read] = { body: person('pro') };
      act(() => void window.dispatchEvent(new Event('pageshow')));
      await waitFor(() => expect(banner()).toBeNull());
    });
  });

  test.each([
    ['Pay now', 'POST /api/change-subscription', { checkoutUrl: '#invoice' }],
    ['Update payment method', 'POST /api/billing-portal', { url: '#portal' }],
  ])('can be paid by %s again after Back from the payment page', async (name, call, body) => {
    const { user } = await open(overdue, { [call]: { body } });
    const button = () => screen.getByRole('button', { name });
    await user.click(button());
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
  });

  test('blocks a change of the plan, but not its cancellation', async () => {
    await open(overdue);
    const plan = card('Current Plan');
    expect(plan.getByRole<HTMLButtonElement>('button', { name: 'Upgrade Plan' }).disabled).toBe(true);
    expect(plan.getByText('You can upgrade once the payment is settled.')).toBeTruthy();
    expect(plan.getByRole<HTMLButtonElement>('button', { name: 'Cancel Subscription' }).disabled).toBe(false);
    expect(plan.getByText(/Plans can be changed once it is settled/)).toBeTruthy();
  });
});

test('an expired session is noticed on the next action', async () => {
  const { server, user } = await open(person('pro'), {
    'POST /api/billing-portal': failure(401, 'SESSION_EXPIRED', 'Please sign in again.'),
  });
  server.answers[read] = failure(401, 'SESSION_EXPIRED', 'Please sign in again.');
  await user.click(await screen.findByRole('button', { name: 'Manage payment method' }));
  expect(await screen.findByRole('heading', { name: 'Not Authenticated' })).toBeTruthy();
});

describe('payments', () => {
  const payment = {
    id: 'in_1',
    amountCents: 4990,
    refundedCents: 0,
    disputed: false,
    currency: 'eur',
    tier: 'pro',
    isAnnual: false,
    kind: null,
    paidAt: '2026-11-02T12:00:00Z',
    receiptUrl: 'https://pay.example/receipt',
  };

  test('are listed with their interval, and with refunds and disputes', async () => {
    await open(person('pro'), {
      'GET /api/payments': {
        body: {
          payments: [
            payment,
            { ...payment, id: 'in_2', isAnnual: true, refundedCents: 1000, receiptUrl: null },
            { ...payment, id: 'in_3', isAnnual: null, refundedCents: 4990, disputed: true, receiptUrl: null },
          ],
        },
      },
    });
    const [first, second, third] = await card('Current Plan').findAllByRole('listitem');
    expect(first?.textContent).toBe('Pro, monthly€49.90November 2, 2026Receipt');
    expect(second?.textContent).toBe('Pro, annual€49.90November 2, 2026€10.00 refunded');
    expect(third?.textContent).toBe('Pro€49.90November 2, 2026RefundedDisputed');
  });

  test.each([
    ['purchase', 'Bought Pro, monthly'],
    ['renewal', 'Renewed Pro, monthly'],
    ['upgrade', 'Upgraded to Pro, monthly'],
    ['switch', 'Switched to Pro, monthly'],
    [null, 'Pro, monthly'],
  ])('for a %s are listed as such: %s', async (kind, words) => {
    await open(person('pro'), { 'GET /api/payments': { body: { payments: [{ ...payment, kind }] } } });
    expect(await card('Current Plan').findByText(words)).toBeTruthy();
  });

  test('stay listed with their receipts when the plan is free again', async () => {
    await open(person('free'), { 'GET /api/payments': { body: { payments: [payment] } } });
    await screen.findByText('Payments', { selector: 'dt' });
    expect(row('Payments').getByRole('link', { name: /^Receipt of November 2, 2026/ })).toBeTruthy();
    expect(screen.queryByText('Subscription Management')).toBeNull();
  });

  test('are not shown if there never were any', async () => {
    const { server } = await open(person('free'));
    await waitFor(() => expect(server.bodiesOf('GET /api/payments')).toHaveLength(1));
    expect(card('Current Plan').queryByText('Payments')).toBeNull();
  });

  test('that could not be read have a retry button', async () => {
    const { server, user } = await open(person('pro'), { 'GET /api/payments': failure(503, 'UNAVAILABLE', '') });
    const management = card('Current Plan');
    await management.findByText('Your payments did not load');
    server.answers['GET /api/payments'] = { body: { payments: [] } };
    await user.click(management.getByRole('button', { name: 'Try again' }));
    expect(await management.findByText('No payment yet.')).toBeTruthy();
    expect(management.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe('/pricing');
  });
});

describe('usage', () => {
  const pips = (used: number) => {
    const bar = card('Usage This Month').getByRole('progressbar');
    expect(bar.getAttribute('aria-valuenow')).toBe(String(used));
    return bar.querySelector('.pip')?.className;
  };

  test.each([
    [13, 'pip is-ok'],
    [14, 'pip is-warn'],
    [17, 'pip is-warn'],
    [18, 'pip is-bad'],
  ])('%d of 20 is drawn as %s', async (used, look) => {
    await open(person('elite', { videosUsedThisMonth: used }));
    expect(pips(used)).toBe(look);
  });

  test('shows remaining and scheduled videos, and warns when none remain', async () => {
    const dates = [
      savedEntry('a', '2026-11-21', '09:00'),
      savedEntry('b', '2026-11-22', '09:00'),
      savedEntry('c', '2026-11-19', '09:00', 'posted', { status: { posted: 1, counted: 1 } }),
    ];
    await open(person('starter', { videosUsedThisMonth: 8 }), {
      'GET /api/video-configuration': { body: configuration({ scheduledDates: dates }) },
    });
    const usage = card('Usage This Month');
    expect(await usage.findByText('2')).toBeTruthy();
    expect(usage.getByText("You've reached your monthly limit. Upgrade for more videos!")).toBeTruthy();
  });
});

describe('API access', () => {
  const status = 'GET /api/api-key-status';
  const generate = 'POST /api/generate-api-key';
  const kept = { hasKey: true, createdAt: '2026-10-01T10:00:00Z', lastUsedAt: null, prefix: 'rw_ab12' };

  test('a first key is created at once, and shown once to be copied', async () => {
    const { server, user } = await open(person('pro'), { [generate]: { body: { apiKey: 'rw_ab12_secret' } } });
    server.answers[status] = { body: kept };
    await user.click(await screen.findByRole('button', { name: 'Create API key' }));
    const shown = within(await screen.findByRole('dialog', { name: 'API Key Generated' }));
    expect(shown.getByLabelText<HTMLTextAreaElement>('Your API key').value).toBe('rw_ab12_secret');
    await user.click(shown.getByRole('button', { name: 'Copy' }));
    expect(await shown.findByText('Copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe('rw_ab12_secret');
    await user.click(shown.getByRole('button', { name: 'Done' }));
    expect(document.body.textContent).not.toContain('rw_ab12_secret');
    expect(await card('API access').findByText('rw_ab12…')).toBeTruthy();
    expect(card('API access').getByText('Never')).toBeTruthy();
  });

  test('an existing key is replaced only after a confirmation', async () => {
    const { server, user } = await open(person('pro'), {
      [status]: { body: kept },
      [generate]: failure(503, 'UNAVAILABLE', ''),
    });
    await user.click(await screen.findByRole('button', { name: 'Create a new key' }));
    expect(server.bodiesOf(generate)).toEqual([]);
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByText(/stops working immediately/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Create a new key' }));
    expect(await screen.findByText('Failed to generate API key')).toBeTruthy();
  });

  test('a key is revoked after a confirmation', async () => {
    const { user } = await open(person('pro'), {
      [status]: { body: kept },
      'DELETE /api/revoke-api-key': { status: 200 },
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('API Key Revoked')).toBeTruthy();
  });

  test('a key that could not be revoked stays, with the cause', async () => {
    const { user } = await open(person('pro'), {
      [status]: { body: kept },
      'DELETE /api/revoke-api-key': failure(503, 'UNAVAILABLE', 'Please try again in a moment.'),
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke' }));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Failed to revoke API key')).toBeTruthy();
    expect(screen.getByText('Please try again in a moment.')).toBeTruthy();
    expect(card('API access').getByText('rw_ab12…')).toBeTruthy();
  });

  test('shows when its state could not be read', async () => {
    await open(person('pro'), { [status]: failure(503, 'UNAVAILABLE', '') });
    expect(await screen.findByText('Your API key did not load')).toBeTruthy();
  });
});

describe('signing in', () => {
  test('shows whether Google is linked, and links it', async () => {
    await open(person('free'));
    expect(row('Google sign-in').getByText('Not linked')).toBeTruthy();
    expect(row('Google sign-in').getByRole('link', { name: 'Link Google' }).getAttribute('href')).toBe(
      '/api/auth/google',
    );
  });

  test('says that Google is linked', async () => {
    await open(person('free', { googleLinked: true }));
    expect(row('Google sign-in').getByText('Linked')).toBeTruthy();
  });

  test('signs out, which removes the conversation', async () => {
    const { user } = await open(person('free'));
    const link = card('Account Actions').getByRole('link', { name: 'Sign Out' });
    expect(link.getAttribute('href')).toBe('/api/auth/logout');
    localStorage.setItem('reelwright.chat', '{}');
    await user.click(link);
    expect(localStorage.getItem('reelwright.chat')).toBeNull();
  });
});

describe('e-mails', () => {
  const kinds = [
    ['posts', 'mailPostProblems'],
    ['payments', 'mailPaymentProblems'],
    ['connections', 'mailConnectionEnds'],
  ] as const;

  test.each(kinds)('about %s are switched off, and the others stay', async (about, name) => {
    const { server, user } = await open(person('free'), { [patch]: { body: {} } });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: `E-mails about ${about}` });
    expect(box.checked).toBe(true);
    server.answers[read] = { body: person('free', { [name]: false }) };
    await user.click(box);
    expect(await screen.findByText(`You will get no more e-mails about ${about}.`)).toBeTruthy();
    expect(server.bodiesOf(patch)).toEqual([{ [name]: false }]);
    await waitFor(() => expect(box.checked).toBe(false));
    const others = screen.getAllByRole<HTMLInputElement>('switch').filter((other) => other !== box);
    expect(others.map(({ checked }) => checked)).toEqual([true, true]);
  });

  test('are shown as chosen at once, before the server answers', async () => {
    const { server } = await open(person('free'), { [patch]: { body: {} } });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'E-mails about posts' });
    server.answers[read] = { body: person('free', { mailPostProblems: false }) };
    fireEvent.click(box);
    expect(box.checked).toBe(false);
    expect(await screen.findByText('You will get no more e-mails about posts.')).toBeTruthy();
    expect(box.checked).toBe(false);
  });

  test('are switched on by keyboard, and the switch keeps the focus', async () => {
    const { server, user } = await open(person('free', { mailPostProblems: false }), { [patch]: { body: {} } });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'E-mails about posts' });
    server.answers[read] = { body: person('free') };
    box.focus();
    await user.keyboard(' ');
    expect(await screen.findByText('You will get e-mails about posts.')).toBeTruthy();
    expect(server.bodiesOf(patch)).toEqual([{ mailPostProblems: true }]);
    expect(document.activeElement).toBe(box);
  });

  test('stay as they were when the change fails', async () => {
    const { user } = await open(person('free'), {
      [patch]: failure(503, 'UNAVAILABLE', 'Please try again in a moment.'),
    });
    const box = await screen.findByRole<HTMLInputElement>('switch', { name: 'E-mails about connections' });
    await user.click(box);
    expect(await screen.findByText('Failed to update profile. Please try again.')).toBeTruthy();
    expect(box.checked).toBe(true);
  });

  test('are what the link in an e-mail leads to', async () => {
    // jsdom has no layout, and so no scrolling.
    const scroll = jest.fn();
    Object.assign(Element.prototype, { scrollIntoView: scroll });
    window.location.hash = '#e-mails';
    await open(person('free'));
    const section = await screen.findByRole('region', { name: 'E-mails' });
    expect(scroll.mock.contexts).toEqual([section]);
    window.location.hash = '';
  });

  test('are not offered if the installation sends no mail', async () => {
    const { server } = await open(person('free'), { 'GET /api/auth/options': { body: { passwordReset: false } } });
    await waitFor(() => expect(server.bodiesOf('GET /api/auth/options')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'E-mails' })).toBeNull();
  });
});
