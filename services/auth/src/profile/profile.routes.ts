import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, oneOf, oneOfOrNull, requireUser } from '@reelwright/http-server';
import { subscriptionStatuses, tiers } from '@reelwright/product';
import Type from 'typebox';
import { profileInputs, profileSchemas } from '../users/profile-settings.ts';
import { changeProfile } from './change-profile.ts';
import { type CurrentUserDeps, currentUser, profileFields } from './current-user.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** `mailPaymentProblems` by the name that tabs of the previous release know. It goes with the next release. */
const mailNotices = Type.Boolean({ deprecated: true });

const profileSchema = {
  id: Type.String(),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  hasPassword: Type.Boolean(),
  googleLinked: Type.Boolean(),
  ...profileSchemas,
  mailNotices,
  profileImageUrl: Nullable(Type.String()),
  createdAt: Type.String(),
};
const CurrentUser = Type.Object({
  ...profileSchema,
  subscriptionTier: oneOf<string>(tiers),
  isAnnual: Type.Boolean(),
  videosPerMonth: Type.Integer(),
  stripeSubscriptionId: Nullable(Type.String()),
  subscriptionCancelledAt: Nullable(Type.String()),
  subscriptionExpiresAt: Nullable(Type.String()),
  subscriptionStatus: oneOf<string>(subscriptionStatuses),
  nextTier: oneOfOrNull<string>(
    tiers,
    'What follows when the period ends; the present tier: the same plan, billed monthly.',
  ),
  nextIsAnnual: Nullable(
    Type.Boolean(),
    'How the plan that follows is billed; null without one, or where it is not known.',
  ),
  currentPeriodEnd: Nullable(Type.String()),
  paymentDueBy: Nullable(
    Type.String(),
    'When access ends unless the open payment is made; null while none is overdue.',
  ),
  paymentDueCents: Nullable(
    Type.Integer(),
    'What is left to pay then, in cents of the currency; null where it is not known.',
  ),
  paymentDueCurrency: Nullable(Type.String()),
  videosUsedThisMonth: Type.Integer(),
  videosGeneratedThisMonth: Type.Integer(),
  usageResetsAt: Nullable(Type.String()),
  lastRegeneratedAt: Nullable(Type.String()),
});

const inputs = { ...profileInputs, mailNotices: Type.Optional(mailNotices) };
const Change = Type.Object(inputs, { additionalProperties: false });

/** GET /api/auth/user; PATCH returns only auth's own fields, so that it succeeds while another service is down. */
export const userRoutes: FastifyPluginAsyncTypebox<CurrentUserDeps> = async (app, deps) => {
  app.get(
    '/api/auth/user',
    { schema: { response: { 200: CurrentUser, ...errorResponses(400, 401, 503) } } },
    async (request, reply) => {
      const { stale, body } = await currentUser(deps, requireUser(request).userId);
      if (stale) reply.header('x-stale', 'true');
      return body;
    },
  );

  app.patch(
    '/api/auth/user',
    { schema: { body: Change, response: { 200: Type.Object(profileSchema), ...errorResponses(400, 401, 503) } } },
    async (request) => {
      const { mailNotices: formerSwitch, ...change } = request.body;
      const sent = formerSwitch === undefined ? change : { mailPaymentProblems: formerSwitch, ...change };
      return profileFields(await changeProfile(deps, requireUser(request).userId, sent));
    },
  );
};
