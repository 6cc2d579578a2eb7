import { createHmac } from 'node:crypto';
import { send } from '../core/outgoing.ts';
import { type Account, newId } from './account.ts';
import type { Delivery, Event, StripeObject, WebhookEndpoint } from './objects.ts';
import { present } from './presentation.ts';

export const apiVersion = '2026-10-28.endive';
const pollMs = 250;
const responseTimeoutMs = 8_000;
const maxAttempts = 60;
/** Deliveries at the same time. */
const concurrency = 5;

/** Real time until the next attempt: 0.5 s, 1 s, 2 s … up to a minute, so that a restarted receiver gets it soon. */
const pauseAfter = (attempts: number): number => Math.min(60_000, 500 * 2 ** (attempts - 1));

export function recordEvent(
  account: Account,
  type: string,
  object: StripeObject,
  previous?: Record<string, unknown>,
): void {
  const listening = account.endpoints.filter(
    ({ status, enabled_events: wanted }) => status === 'enabled' && (wanted.includes('*') || wanted.includes(type)),
  );
  const customer = object.customer;
  const event: Event = account.events.put({
    id: newId('evt_1', 23),
    object: 'event',
    api_version: apiVersion,
    created: account.timeOf(typeof customer === 'string' ? customer : null),
    data: {
      object: present(object),
      ...(previous === undefined ? {} : { previous_attributes: previous }),
    },
    livemode: false,
    pending_webhooks: listening.length,
    request: { ...account.request },
    type,
  });
  const { chaos, clock } = account.sandbox;
  for (const endpoint of listening) {
    account.deliveries.put({
      id: `${event.id} ${endpoint.id}`,
      event: event.id,
      endpoint: endpoint.id,
      attempts: 0,
      dueAt: clock.real().getTime() + chaos.settings('stripe').slowModerationMs,
    });
  }
}

/** The Stripe-Signature header: HMAC-SHA256 over time and raw body with the endpoint's secret. */
export function signatureOf(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/**
 * Sends each event to its endpoints until one responds with a 2xx: at least once, in any order. `duplicateEvents` and
 * `reorderedEvents` repeat and reorder events, `slowModerationMs` delays them.
 */
export function webhookSender(account: Account): { start(): void; stop(): Promise<void>; wake(): void } {
  const { chaos, clock } = account.sandbox;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  /** Whether an event was added after this round began. */
  let isQueued = false;
  let stopped = false;

  async function hand(endpoint: WebhookEndpoint, event: Event): Promise<boolean> {
    const body = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': signatureOf(body, endpoint._.secret, Math.floor(clock.real().getTime() / 1000)),
    };
    try {
      const reply = await send(endpoint.url, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(responseTimeoutMs),
      });
      await reply.body.arrayBuffer();
      return reply.statusCode >= 200 && reply.statusCode < 300;
    } catch {
      return false;
    }
  }

  async function deliver(delivery: Delivery): Promise<void> {
    const endpoint = account.endpoints.get(delivery.endpoint);
    const event = account.events.get(delivery.event);
    if (!endpoint || !event || endpoint.status === 'disabled') {
      account.deliveries.delete(delivery.id);
      return;
    }
    const accepted = await hand(endpoint, event);
    if (stopped) return;
    if (accepted && chaos.strikes('stripe', 'duplicateEvents', event.id)) await hand(endpoint, event);
    if (stopped || !account.deliveries.get(delivery.id)) return;
    const attempts = delivery.attempts + 1;
    if (accepted || attempts >= maxAttempts) account.deliveries.delete(delivery.id);
    else account.deliveries.update(delivery.id, { attempts, dueAt: clock.real().getTime() + pauseAfter(attempts) });
  }

  async function work(): Promise<void> {
    const due = account.deliveries.filter(({ dueAt }) => dueAt <= clock.real().getTime());
    if (due.length > 0 && chaos.strikes('stripe', 'reorderedEvents', `${due.length} events`)) due.reverse();
    for (let first = 0; first < due.length && !stopped; first += concurrency) {
      await Promise.all(due.slice(first, first + concurrency).map(deliver));
    }
  }

  function wake(): void {
    if (stopped) return;
    if (round) {
      isQueued = true;
      return;
    }
    clearTimeout(timer);
    isQueued = false;
    round = work().finally(() => {
      round = undefined;
      if (!stopped) timer = setTimeout(wake, isQueued ? 0 : pollMs);
    });
  }

  return {
    start: wake,
    // Deferred, so that all events of a call are stored before the first is sent.
    wake: () => void setImmediate(wake),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
