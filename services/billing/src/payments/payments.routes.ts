import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, requireUser } from '@reelwright/http-server';
import Type from 'typebox';
import type { BillingDeps } from '../deps.ts';
import { listPayments } from './list-payments.ts';

const Payment = Type.Object({
  id: Type.String(),
  amountCents: Type.Integer(),
  refundedCents: Type.Integer(),
  disputed: Type.Boolean(),
  currency: Type.String(),
  tier: Type.String(),
  isAnnual: Type.Union([Type.Boolean(), Type.Null()]),
  kind: Type.Union([Type.String(), Type.Null()]),
  paidAt: Type.String(),
  receiptUrl: Type.Union([Type.String(), Type.Null()]),
});

/** GET /api/payments: the signed-in user's own. */
export const paymentRoutes: FastifyPluginAsyncTypebox<{ deps: BillingDeps }> = async (app, { deps }) => {
  app.get(
    '/api/payments',
    {
      schema: {
        response: { 200: Type.Object({ payments: Type.Array(Payment) }), ...errorResponses(401, 403, 500, 503) },
      },
    },
    async (request) => {
      const payments = await listPayments(deps, requireUser(request).userId);
      return { payments: payments.map((payment) => ({ ...payment, paidAt: payment.paidAt.toISOString() })) };
    },
  );
};
