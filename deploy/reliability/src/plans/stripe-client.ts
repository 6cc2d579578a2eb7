import { createHmac } from 'node:crypto';
import { credentials } from '@reelwright/sandbox/credentials';
import type { Stack } from '../stack.ts';

/** Test cards of Stripe's documentation that the sandbox knows. */
export const CARDS = {
  pays: '4242424242424242',
  otherPays: '5555555555554444',
  /** Asks its holder (3-D Secure) at every payment. */
  asks: '4000002760003184',
  /** Pays; its holder disputes every charge. */
  disputes: '4000000000000259',
  /** Can be stored; every charge fails. */
  refuses: '4000000000000341',
} as const;

export interface RemoteSubscription {
  readonly id: string;
  readonly status: string;
  readonly start_date: number;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly schedule: string | null;
  readonly pending_update: unknown;
  readonly latest_invoice: string | null;
  readonly default_payment_method: string | null;
  readonly ended_at: number | null;
  readonly items: {
    readonly data: readonly {
      readonly current_period_start: number;
      readonly current_period_end: number;
      readonly price: { readonly id: string };
    }[];
  };
}

export interface RemoteInvoice {
  readonly id: string;
  readonly status: string;
  readonly created: number;
  readonly amount_due: number;
  readonly amount_paid: number;
  readonly billing_reason: string;
}

export interface RemoteCharge {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly amount_refunded: number;
  readonly payment_intent: string;
}

export interface RemoteEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: { readonly id: string; readonly customer?: string } };
}

export interface StripeReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Stripe's API as the operator uses it, and its pages as people use them. */
export type StripeClient = ReturnType<typeof createStripeClient>;

/** Calls the API of the sandbox's Stripe, and fills in its hosted pages as a person does. */
export function createStripeClient(stack: Pick<Stack, 'ports' | 'baseUrl'>) {
  const origin = `http://127.0.0.1:${stack.ports.sandbox.stripe}`;
  const { secretKey, webhookSecret } = credentials.stripe;

  async function call(method: string, path: string, form: Record<string, string> = {}): Promise<StripeReply> {
    const fields = new URLSearchParams(form);
    const isRead = method === 'GET' && fields.size > 0;
    const reply = await fetch(`${origin}/v1/${path}${isRead ? `?${fields}` : ''}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}` },
      ...(method !== 'GET' && fields.size > 0 && { body: fields }),
      signal: AbortSignal.timeout(20_000),
    });
    return { status: reply.status, body: (await reply.json()) as StripeReply['body'] };
  }
  /** @throws for anything but 200 */
  async function get<Found>(path: string, query: Record<string, string> = {}): Promise<Found> {
    const { status, body } = await call('GET', path, query);
    if (status !== 200) throw new Error(`Stripe ${path}: ${status} ${JSON.stringify(body).slice(0, 200)}`);
    return body as Found;
  }
  async function list<Found>(path: string, query: Record<string, string>): Promise<readonly Found[]> {
    return (await get<{ data: Found[] }>(path, { limit: '100', ...query })).data;
  }
  /** Submits a form of a hosted page. */
  async function fillIn(url: string, form: Record<string, string>): Promise<{ status: number; text: string }> {
    const reply = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });
    return { status: reply.status, text: await reply.text() };
  }
  const holder = { email: 'someone@example.com', name: 'Someone' };

  return {
    call,
    get,
    list,
    /** Empty for a deleted customer. */
    async subscriptionsOf(customer: string): Promise<readonly RemoteSubscription[]> {
      const { status, body } = await call('GET', 'subscriptions', { customer, status: 'all', limit: '100' });
      return status === 200 ? (body.data as RemoteSubscription[]) : [];
    },
    chargesOf: async (customer: string) =>
      (await list<RemoteCharge>('charges', { customer })).filter(({ status }) => status === 'succeeded'),
    invoicesOf: (customer: string) => list<RemoteInvoice>('invoices', { customer }),
    /** Pays a checkout or an open invoice, and confirms 3-D Secure. @throws when the payment fails */
    async pay(url: string, number: string = CARDS.pays): Promise<void> {
      let { status, text } = await fillIn(url, { act: 'pay', number, ...holder });
      if (text.includes('Is this you?'))
        ({ status, text } = await fillIn(url, { act: 'authenticate', number, ...holder }));
      if (status !== 303 && !text.includes('Paid')) throw new Error(`${url} was not paid: ${status}`);
    },
    /** Starts a payment with 3-D Secure and abandons it. */
    async abandon(url: string): Promise<void> {
      const { text } = await fillIn(url, { act: 'pay', number: CARDS.asks, ...holder });
      if (!text.includes('Is this you?')) throw new Error(`${url} did not ask for 3-D Secure`);
      await fillIn(url, { act: 'abandon', number: CARDS.asks, ...holder });
    },
    /** Changes the card on the portal's page. */
    async giveCard(customer: string, number: string): Promise<void> {
      const { body } = await call('POST', 'billing_portal/sessions', { customer });
      const { status } = await fillIn(`${origin}/p/session/${String(body.id)}`, { number });
      if (status !== 303) throw new Error(`the portal did not accept the card: ${status}`);
    },
    /** Enables or disables the webhook endpoint. Events are lost while it is disabled. */
    async setWebhookEnabled(enabled: boolean): Promise<void> {
      await call('POST', 'webhook_endpoints/we_reelwright', { disabled: String(!enabled) });
    },
    eventsOf: async (customer: string): Promise<readonly RemoteEvent[]> => {
      const events: RemoteEvent[] = [];
      for (let after: string | undefined, more = true; more; after = events.at(-1)?.id) {
        const query = { limit: '100', ...(after !== undefined && { starting_after: after }) };
        const page = await get<{ data: RemoteEvent[]; has_more: boolean }>('events', query);
        events.push(...page.data);
        more = page.has_more;
      }
      return events.filter(({ data: { object } }) => object.id === customer || object.customer === customer);
    },
    /** Sends a signed event to the gateway, as Stripe does. @returns the HTTP status and the code of an error */
    async deliver(event: object, secret: string = webhookSecret, signedAt = Math.floor(Date.now() / 1000)) {
      const body = JSON.stringify(event);
      const mac = createHmac('sha256', secret).update(`${signedAt}.${body}`).digest('hex');
      const reply = await fetch(`${stack.baseUrl}/api/webhooks/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': `t=${signedAt},v1=${mac}` },
        body,
      });
      return { status: reply.status, error: ((await reply.json()) as { error?: string }).error };
    },
  };
}
