import { addFaults } from '../core/faults.ts';
import type { Provider, Sandbox } from '../core/sandbox.ts';
import { credentials } from '../credentials.ts';
import { type Account, collectionsOf } from './account.ts';
import { apiOn } from './calls.ts';
import { addCheckoutCalls } from './checkout-calls.ts';
import { addClockCalls, addEventCalls } from './clock-and-event-calls.ts';
import { addCustomerCalls } from './customer-calls.ts';
import { addDisputeCalls } from './disputes.ts';
import { apiVersion, recordEvent, webhookSender } from './events.ts';
import { addInvoiceCalls } from './invoice-calls.ts';
import { overview } from './overview.ts';
import { addPages } from './page-routes.ts';
import { readForm } from './parameters.ts';
import { catchUp } from './passing-time.ts';
import { addPaymentMethodCalls } from './payment-methods.ts';
import { addPortalCalls } from './portal-calls.ts';
import { addScheduleCalls } from './schedules.ts';
import { addSubscriptionCalls } from './subscription-calls.ts';

/** The interval at which due events are played when no call is made. */
const pollMs = 1_000;

/**
 * Stripe: one account with the product's prices. Its webhook endpoint `we_reelwright` sends to STRIPE_WEBHOOK_URL, signed
 * with STRIPE_WEBHOOK_SECRET; without a URL it is disabled until one is set through the API.
 */
export function stripeProvider(
  sandbox: Sandbox,
  webhook: { url: string | undefined; secret: string | undefined } = {
    url: process.env.STRIPE_WEBHOOK_URL,
    secret: process.env.STRIPE_WEBHOOK_SECRET,
  },
): Provider {
  const account: Account = {
    ...collectionsOf(sandbox.store),
    sandbox,
    instant: null,
    request: { id: null, idempotency_key: null },
    timeOf: (customer) => {
      if (account.instant !== null) return account.instant;
      const clock = customer ? account.customers.get(customer)?.test_clock : undefined;
      const frozen = clock ? account.clocks.get(clock)?.frozen_time : undefined;
      return frozen ?? Math.floor(sandbox.clock.now().getTime() / 1000);
    },
    emit: (type, object, previous) => recordEvent(account, type, object, previous),
  };
  const sender = webhookSender(account);
  const seed = () => {
    const known = account.endpoints.get('we_reelwright');
    const url = webhook.url ?? known?.url ?? '';
    account.endpoints.put({
      id: 'we_reelwright',
      object: 'webhook_endpoint',
      api_version: apiVersion,
      application: null,
      created: account.timeOf(null),
      description: 'Reelwright',
      enabled_events: known?.enabled_events ?? ['*'],
      livemode: false,
      metadata: {},
      status: url === '' ? 'disabled' : 'enabled',
      url,
      _: { secret: webhook.secret ?? credentials.stripe.webhookSecret },
    });
  };
  const before = () => catchUp(account);

  return {
    name: 'stripe',
    title: 'Stripe',
    pages: [{ path: '/stripe', title: 'Stripe', inNavigation: true, render: () => overview(account) }],
    reset: seed,
    register: async (app) => {
      seed();
      app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
        const text = String(body);
        done(null, request.url.startsWith('/v1/') ? readForm(text) : Object.fromEntries(new URLSearchParams(text)));
      });
      // Only errors of Fastify or a hook arrive here, because calls and pages send their own failures.
      app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
        const { statusCode: status = 500, message } = error;
        if (status >= 500) process.stderr.write(`sandbox: ${error.stack}\n`);
        return reply
          .code(status)
          .send({ error: { message, type: status >= 500 ? 'api_error' : 'invalid_request_error' } });
      });
      app.setNotFoundHandler((request, reply) =>
        reply.code(404).send({
          error: {
            message: `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
            type: 'invalid_request_error',
          },
        }),
      );
      addFaults(app, sandbox, 'stripe', {
        applies: (request) => request.url.startsWith('/v1/'),
        rateLimited: (_request, reply) => {
          reply.code(429);
          return {
            error: {
              code: 'rate_limit',
              message:
                'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
              type: 'invalid_request_error',
            },
          };
        },
        unavailable: (_request, reply) => {
          reply.code(500);
          return { error: { message: 'An unknown error occurred', type: 'api_error' } };
        },
      });

      const api = apiOn(app, account, before, sender.wake);
      addCustomerCalls(api, account);
      addPaymentMethodCalls(api, account);
      addCheckoutCalls(api, account);
      addSubscriptionCalls(api, account);
      addScheduleCalls(api, account);
      addInvoiceCalls(api, account);
      addDisputeCalls(api, account);
      addPortalCalls(api, account);
      addClockCalls(api, account);
      addEventCalls(api, account);
      addPages(app, account, before, sender.wake);

      let timer: NodeJS.Timeout | undefined;
      app.addHook('onListen', async () => {
        sender.start();
        // An error here must not end the other providers; the next call gets a 500.
        timer = setInterval(() => {
          try {
            before();
          } catch (error) {
            app.log.error(error);
          }
        }, pollMs);
      });
      app.addHook('onClose', async () => {
        clearInterval(timer);
        await sender.stop();
      });
    },
  };
}
