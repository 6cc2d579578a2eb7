import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, oneOf, oneOfOrNull, requireUser } from '@reelwright/http-server';
import { tiers } from '@reelwright/product';
import Type from 'typebox';
import type { BillingDeps } from '../deps.ts';
import { PAYMENT_KINDS } from './kind-of-payment.ts';
import { listPayments } from './list-payments.ts';

const Payment = Type.Object({
  id: Type.String(),
  amountCents: Type.Integer(),
  refundedCents: Type.Integer(),
  disputed: Type.Boolean(),
  currency: Type.String(),
  tier: oneOf<string>(tiers),
  isAnnual: Type.Union([Type.Boolean(), Type.Null()], { description: 'Null when it is not known.' }),
  kind: oneOfOrNull<string>(
    PAYMENT_KINDS,
    'What it was for; null when it is not known. `switch`: the same plan, billed otherwise.',
  ),
  paidAt: Type.String(),
  receiptUrl: Type.Union([Type.String(), Type.Null()]),
});

/** GET /api/payments: the signed-in user's payments. */
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
