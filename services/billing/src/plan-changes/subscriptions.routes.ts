import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@reelwright/errors';
import { errorResponses, oneOf, requireUser } from '@reelwright/http-server';
import { paidTiers, tiers } from '@reelwright/product';
import Type from 'typebox';
import { confirmCheckout } from '../checkout/confirm-checkout.ts';
import { openPortal } from '../checkout/open-portal.ts';
import { type CheckoutDeps, checkoutBusy, startCheckout } from '../checkout/start-checkout.ts';
import type { PlanChoice as PaidChoice } from '../plans/plan-catalogue.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { changePlan } from './change-plan.ts';
import { PREVIEW_KINDS, previewChange } from './preview-change.ts';
import { renewSubscription } from './renew-subscription.ts';
import { runPlanChange } from './run-plan-change.ts';

const flags = { is1080p: Type.Boolean(), isAnnual: Type.Boolean() };
const choiceOf = <Tiers extends ReturnType<typeof Type.Union>>(tier: Tiers) =>
  Type.Object({ tier, ...flags }, { additionalProperties: false });
const PlanChoice = choiceOf(Type.Union(paidTiers.map((tier) => Type.Literal(tier))));
const AnyTier = Type.Union(tiers.map((tier) => Type.Literal(tier)));
const AnyChoice = choiceOf(AnyTier);
const ChangeBody = Type.Object(
  { tier: AnyTier, ...flags, prorationDate: Type.Optional(Type.Integer({ minimum: 0, maximum: 4_102_444_800 })) },
  { additionalProperties: false },
);
const Nullable = <Value extends ReturnType<typeof Type.String>>(value: Value) => Type.Union([value, Type.Null()]);
const Preview = Type.Object({
  kind: oneOf(PREVIEW_KINDS),
  dueNowCents: Type.Integer(),
  currency: Type.String(),
  nextChargeCents: Type.Union([Type.Integer(), Type.Null()]),
  nextChargeAt: Nullable(Type.String()),
  effectiveAt: Nullable(Type.String()),
  prorationDate: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix seconds; sent along with the change, it makes the charge what the preview showed.',
  }),
});
/** Calls without parameters may be sent with no body, an empty body, or `{}`. */
const NoBody = Type.Optional(Type.Union([Type.Object({}, { additionalProperties: false }), Type.Null()]));
const SessionId = Type.Object({ sessionId: Type.String({ pattern: '^cs_[A-Za-z0-9_]{1,150}$' }) });
const failures = errorResponses(400, 401, 403, 404, 409, 500, 503);

/** The signed-in user's plan: buy, change, cancel, renew. Every route reads from Stripe first and saves the result. */
export const subscriptionRoutes: FastifyPluginAsyncTypebox<{ deps: CheckoutDeps }> = async (app, { deps }) => {
  const checkout = (userId: string, choice: PaidChoice) =>
    runPlanChange(deps, userId, () => startCheckout(deps, userId, choice), checkoutBusy);

  app.post(
    '/api/create-subscription',
    { schema: { body: PlanChoice, response: { 200: Type.Object({ checkoutUrl: Type.String() }), ...failures } } },
    async (request) => {
      const { userId } = requireUser(request);
      requirePriced(request.body);
      return { checkoutUrl: await checkout(userId, request.body) };
    },
  );

  app.post(
    '/api/create-checkout-session',
    { schema: { body: PlanChoice, response: { 200: Type.Object({ url: Type.String() }), ...failures } } },
    async (request) => {
      const { userId } = requireUser(request);
      requirePriced(request.body);
      return { url: await checkout(userId, request.body) };
    },
  );

  app.get(
    '/api/check-subscription-status/:sessionId',
    {
      schema: {
        params: SessionId,
        response: { 200: Type.Object({ success: Type.Boolean(), tier: oneOf(tiers) }), ...failures },
      },
    },
    async (request) => confirmCheckout(deps, requireUser(request).userId, request.params.sessionId),
  );

  app.post(
    '/api/cancel-subscription',
    { schema: { body: NoBody, response: { 200: Type.Object({ cancelAtPeriodEnd: Type.Boolean() }), ...failures } } },
    async (request) => {
      const { userId } = requireUser(request);
      const { status } = await runPlanChange(deps, userId, () => cancelSubscription(deps, userId));
      return { cancelAtPeriodEnd: status === 'cancelling' };
    },
  );

  app.post(
    '/api/renew-subscription',
    {
      schema: {
        body: NoBody,
        response: { 200: Type.Object({ success: Type.Boolean(), tier: oneOf(tiers) }), ...failures },
      },
    },
    async (request) => {
      const { userId } = requireUser(request);
      const { tier, status } = await runPlanChange(deps, userId, () => renewSubscription(deps, userId));
      return { success: status === 'active', tier };
    },
  );

  /** The effect and cost of that change, in EUR cents; `effectiveAt` null means at once. */
  app.post(
    '/api/preview-subscription-change',
    { schema: { body: AnyChoice, response: { 200: Preview, ...failures } } },
    async (request) => {
      const { userId } = requireUser(request);
      requirePriced(request.body);
      const preview = await previewChange(deps, userId, request.body);
      return {
        ...preview,
        nextChargeAt: preview.nextChargeAt?.toISOString() ?? null,
        effectiveAt: preview.effectiveAt?.toISOString() ?? null,
      };
    },
  );

  /** Stripe's page for another payment method. */
  app.post(
    '/api/billing-portal',
    { schema: { body: NoBody, response: { 200: Type.Object({ url: Type.String() }), ...failures } } },
    async (request) => ({ url: await openPortal(deps, requireUser(request).userId) }),
  );

  /** Answers `checkoutUrl` when a payment is needed; else the current plan, and the next one from `effectiveAt`. */
  app.post(
    '/api/change-subscription',
    {
      schema: {
        body: ChangeBody,
        response: {
          200: Type.Object({
            checkoutUrl: Type.Optional(Type.String()),
            tier: Type.Optional(oneOf(tiers)),
            nextTier: Type.Optional(oneOf(tiers)),
            effectiveAt: Type.Optional(Type.String()),
          }),
          ...failures,
        },
      },
    },
    async (request) => {
      const { userId } = requireUser(request);
      requirePriced(request.body);
      const { checkoutUrl, subscription } = await runPlanChange(deps, userId, () =>
        changePlan(deps, userId, request.body),
      );
      if (checkoutUrl !== undefined) return { checkoutUrl };
      const next = subscription?.status === 'cancelling' ? 'free' : subscription?.nextTier;
      return {
        tier: subscription?.tier ?? 'free',
        ...(next && { nextTier: next, effectiveAt: subscription?.currentPeriodEnd?.toISOString() ?? '' }),
      };
    },
  );
};

/** Every plan is sold in 1080p only. */
function requirePriced({ is1080p }: { is1080p: boolean }): void {
  if (!is1080p) throw new AppError('INVALID_ARGUMENT', 'NO_SUCH_PRICE', 'Plans are sold in 1080p only.');
}
