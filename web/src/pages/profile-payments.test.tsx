import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { failure } from '../../test/browser.tsx';
import { person } from '../../test/people.ts';
import { card, open, read, row } from '../../test/profile.tsx';

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
