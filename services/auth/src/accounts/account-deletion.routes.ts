import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@reelwright/errors';
import { errorResponses, requireUser } from '@reelwright/http-server';
import Type from 'typebox';
import { PASSWORD_MAX } from '../passwords/password.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';
import { findUser } from '../users/user.repository.ts';
import { confirmOwner } from './confirm-owner.ts';
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';
import { findReceipt } from './receipt.repository.ts';

const Confirmation = Type.Object(
  { password: Type.Optional(Type.String({ minLength: 1, maxLength: PASSWORD_MAX })) },
  { additionalProperties: false },
);

const Instant = Type.Union([Type.String(), Type.Null()]);
const ReceiptAnswer = Type.Object({
  requestedAt: Type.String(),
  finishedAt: Instant,
  parts: Type.Array(
    Type.Object({
      service: Type.String(),
      finishedAt: Instant,
      erased: Type.Array(Type.Object({ what: Type.String(), count: Type.Integer() })),
    }),
  ),
});

/**
 * DELETE /api/auth/user {password?} → 202 {receiptCode}; the account and all its sessions have ended then.
 * GET /api/account-deletions/{code}: how far the rest is, for whoever holds the code.
 */
export const accountDeletionRoutes: FastifyPluginAsyncTypebox<DeleteAccountDeps & { publicUrl: string }> = async (
  app,
  deps,
) => {
  const { name, secure } = sessionCookie(deps.publicUrl);
  app.delete(
    '/api/auth/user',
    {
      schema: {
        body: Confirmation,
        response: { 202: Type.Object({ receiptCode: Type.String() }), ...errorResponses(400, 401, 403, 429, 503) },
      },
      // An account without a password has nothing to say.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request, reply) => {
      const { userId } = requireUser(request);
      const user = await findUser(deps.db, Number(userId));
      if (!user) throw new AppError('UNAUTHENTICATED', 'SIGNED_OUT', 'Please sign in.');
      const { session } = request;
      const signedInAt = session.userId === userId ? new Date(session.signedInAt) : undefined;
      await confirmOwner(deps.db, user, { password: request.body.password, signedInAt, address: request.ip });
      const { receiptCode } = await deleteAccount(deps, userId, 'owner');
      if (session.userId) await session.destroy();
      reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
      return reply.code(202).send({ receiptCode });
    },
  );

  app.get(
    '/api/account-deletions/:code',
    {
      schema: {
        params: Type.Object({ code: Type.String() }),
        response: { 200: ReceiptAnswer, ...errorResponses(404) },
      },
    },
    async (request) => {
      const receipt = await findReceipt(deps.db, request.params.code);
      if (!receipt) throw new AppError('NOT_FOUND', 'RECEIPT_NOT_FOUND', 'There is no receipt with this code.');
      return {
        requestedAt: receipt.requestedAt.toISOString(),
        finishedAt: receipt.finishedAt?.toISOString() ?? null,
        parts: receipt.parts.map(({ service, finishedAt, erased }) => ({
          service,
          finishedAt: finishedAt?.toISOString() ?? null,
          erased: erased.map(({ what, count }) => ({ what, count })),
        })),
      };
    },
  );
};
