import { describe, expect, test } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { failure } from '../../test/browser.tsx';
import { configuration, person, savedEntry } from '../../test/people.ts';
import { card, open, read, row } from '../../test/profile.tsx';

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

  test('shows the payment of a change whose answer was lost, also when the payment arrives later', async () => {
    const payments = 'GET /api/payments';
    const later: (() => void)[] = [];
    const setTimer = globalThis.setTimeout;
    const { server, user } = await open(person('pro', { subscriptionStatus: 'past_due' }), {
      'POST /api/change-subscription': failure(504, 'TIMED_OUT', ''),
    });
    await waitFor(() => expect(server.bodiesOf(payments)).toHaveLength(1));
    // Not a spy: Testing Library takes one for fake timers.
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      ms === 2_500 || ms === 10_000 ? later.push(run) : setTimer(run, ms)) as never;
    try {
      await user.click(card('Current Plan').getByRole('button', { name: 'Pay now' }));
      await waitFor(() => expect(server.bodiesOf(payments)).toHaveLength(2));
    } finally {
      globalThis.setTimeout = setTimer;
    }
    for (const [index, run] of later.entries()) {
      await act(async () => run());
      await waitFor(() => expect(server.bodiesOf(payments)).toHaveLength(3 + index));
    }
    expect(later).toHaveLength(2);
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

  test('resets on the day of the calendar’s zone, as the dashboard says', async () => {
    await open(person('pro', { usageResetsAt: '2026-12-01T23:30:00Z' }), {
      'GET /api/video-configuration': { body: configuration({ saved: true, timeZone: 'Europe/Rome' }) },
    });
    expect(await row('Resets on').findByText('December 2, 2026')).toBeTruthy();
  });

  test('offers no upgrade in the largest plan', async () => {
    await open(person('elite', { videosUsedThisMonth: 20 }));
    expect(card('Usage This Month').getByText("You've reached your monthly limit.")).toBeTruthy();
  });
});
