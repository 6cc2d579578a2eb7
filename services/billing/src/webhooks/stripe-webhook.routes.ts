import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { BillingDatabase } from '../database.ts';
import type { Payments } from '../stripe/payments.ts';
import { insertStripeEvent } from './stripe-event.repository.ts';

export interface WebhookDeps {
  readonly db: Kysely<BillingDatabase>;
  readonly payments: Payments;
  readonly clock: Clock;
  /** Called after an event was stored. */
  readonly onReceived: () => void;
}

/**
 * Receives Stripe's events. Only the signature over the raw bytes authenticates them. An event is stored once and
 * acknowledged; a worker processes the row.
 */
export const stripeWebhookRoutes: FastifyPluginAsyncTypebox<{ deps: WebhookDeps }> = async (app, { deps }) => {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post(
    '/api/webhooks/stripe',
    {
      config: { crossSite: true, readsBody: true },
      schema: { response: { 200: Type.Object({ received: Type.Boolean() }), ...errorResponses(400, 413, 415, 500) } },
    },
    async (request) => {
      const signature = request.headers['stripe-signature'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = deps.payments.verifyEvent(body, typeof signature === 'string' ? signature : undefined);
      await insertStripeEvent(deps.db, event, deps.clock.real());
      deps.onReceived();
      return { received: true };
    },
  );
};
