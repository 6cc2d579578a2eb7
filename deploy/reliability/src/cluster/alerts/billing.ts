import { portsFrom } from '@reelwright/local/ports';
import { credentials } from '@reelwright/sandbox/credentials';
import { within } from '../../databases.ts';
import { eventually, productTime, setAway, signUp } from '../../people.ts';
import { CARDS, createStripeClient, type RemoteSubscription, type StripeClient } from '../../plans/stripe-client.ts';
import type { Cluster } from '../cluster.ts';
import type { Fault } from './fault.ts';

/** As many as BillingDiffers needs. */
const LOST_PURCHASES = 3;

export const billingFaults: readonly Fault[] = [
  {
    what: 'the last comparison with Stripe is long ago, and Stripe is unavailable when the next one is due',
    fires: ['BillingNotCompared ticket'],
    runbooks: [{ runbook: 'BillingNotCompared', cause: 'Stripe does not answer', shown: /PAYMENTS_UNAVAILABLE/ }],
    async begin({ cluster }, atEnd) {
      atEnd(() => endLeases(cluster));
      await setAway(cluster, 'stripe', 'unavailable');
      atEnd(() => setAway(cluster, 'stripe', null));
      await within(cluster, 'billing', (rows) =>
        rows(`update reconcile_runs set finished_at = clock_timestamp() - interval '1 hour'
               where finished_at is not null`),
      );
      await makeComparisonDue(cluster);
    },
  },
  {
    what: `the webhooks of ${LOST_PURCHASES} purchases are lost, and the comparison with Stripe finds them`,
    fires: ['BillingDiffers ticket'],
    runbooks: [{ runbook: 'BillingDiffers', cause: 'The endpoint at Stripe is off', shown: /what="[a-z_]+"} [1-9]/ }],
    endsLater: true,
    async begin({ cluster }) {
      const stripe = stripeOf(cluster);
      const checkouts: string[] = [];
      while (checkouts.length < LOST_PURCHASES) checkouts.push(await openCheckout(cluster));
      await stripe.setWebhookEnabled(false);
      try {
        for (const url of checkouts) await stripe.pay(url);
      } finally {
        await stripe.setWebhookEnabled(true);
      }
      await makeComparisonDue(cluster);
    },
  },
  {
    what: 'a second subscription of a customer is made by hand at Stripe',
    fires: ['PaymentCorrected ticket'],
    runbooks: [
      { runbook: 'PaymentCorrected', cause: 'A subscription was made by hand', shown: /"subscription_id":"sub_/ },
    ],
    endsLater: true,
    async begin({ cluster }) {
      const stripe = stripeOf(cluster);
      const url = await openCheckout(cluster);
      await stripe.pay(url);
      await subscribeByHand(stripe, url);
    },
  },
  {
    what: 'the holder of a card disputes a payment',
    fires: ['PaymentDisputed ticket'],
    runbooks: [
      { runbook: 'PaymentDisputed', cause: 'The payer does not know the charge', shown: /"status":"needs_response"/ },
    ],
    endsLater: true,
    async begin({ cluster }) {
      await stripeOf(cluster).pay(await openCheckout(cluster), CARDS.disputes);
    },
  },
];

function stripeOf({ baseUrl }: Cluster): StripeClient {
  return createStripeClient({ baseUrl, ports: portsFrom(Number(new URL(baseUrl).port)) });
}

/** Begins the purchase of a plan by a new account. @returns the address of Stripe's page, where it is paid */
async function openCheckout(cluster: Cluster): Promise<string> {
  const person = await eventually(() => signUp(cluster));
  const body = { tier: 'starter', is1080p: true, isAnnual: false };
  const { checkoutUrl } = await eventually(() =>
    person.api<{ checkoutUrl: string }>('/api/create-subscription', { method: 'POST', body }),
  );
  return checkoutUrl;
}

/** Subscribes the customer of a paid checkout once more, with the same card. */
async function subscribeByHand(stripe: StripeClient, checkoutUrl: string): Promise<void> {
  const session = new URL(checkoutUrl).pathname.split('/').at(-1);
  const paid = await stripe.get<{ customer: string; subscription: string }>(`checkout/sessions/${session}`);
  const { default_payment_method: card } = await stripe.get<RemoteSubscription>(`subscriptions/${paid.subscription}`);
  const { status, body } = await stripe.call('POST', 'subscriptions', {
    customer: paid.customer,
    default_payment_method: card ?? '',
    'items[0][price]': credentials.stripe.prices.proMonthly,
  });
  if (status !== 200) throw new Error(`Stripe refused the subscription: ${status} ${JSON.stringify(body)}`);
}

/** The service makes it within seconds. The command would count what it finds in a process that nobody reads. */
async function makeComparisonDue(cluster: Cluster): Promise<void> {
  const now = (await productTime(cluster)).toISOString();
  await within(cluster, 'billing', (rows) =>
    rows(`insert into reconcile_runs (id, due_at) values ('${now}', '${now}')`),
  );
}

/** A comparison that failed is made again when its lease ends, after two minutes. */
async function endLeases(cluster: Cluster): Promise<void> {
  await within(cluster, 'billing', (rows) =>
    rows('update reconcile_runs set leased_until = null where finished_at is null'),
  );
}
