import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { erasedText } from '@reelwright/causes';
import { AppError, signedOut } from '@reelwright/errors';
import { errorResponses, oneOf, readerOf } from '@reelwright/http-server';
import { erasedKinds } from '@reelwright/product';
import Type from 'typebox';
import { PASSWORD_READ_MAX, type PasswordHasher } from '../passwords/password.ts';
import { requireOwner } from '../passwords/require-owner.ts';
import { requireOwnSession } from '../sessions/request-session.ts';
import { sessionCookie } from '../sessions/session-cookie.ts';
import { clearSignedInCookie } from '../sessions/signed-in-cookie.ts';
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';
import { findReceipt } from './receipt.repository.ts';

const Confirmation = Type.Object(
  { password: Type.Optional(Type.String({ maxLength: PASSWORD_READ_MAX })) },
  { additionalProperties: false },
);

const Instant = Type.Union([Type.String(), Type.Null()]);
const ReceiptResponse = Type.Object({
  requestedAt: Type.String(),
  finishedAt: Instant,
  parts: Type.Array(
    Type.Object({
      service: Type.String(),
      finishedAt: Instant,
      erased: Type.Array(Type.Object({ kind: oneOf(erasedKinds), count: Type.Integer(), text: Type.String() })),
    }),
  ),
});

/**
 * DELETE /api/auth/user {password?} → 202 {receiptCode}; by then the account and all its sessions are deleted. GET
 * /api/account-deletions/{code}: the progress of the other services, for anyone with the code.
 */
export const accountDeletionRoutes: FastifyPluginAsyncTypebox<
  DeleteAccountDeps & { hasher: PasswordHasher; publicUrl: string }
> = async (app, deps) => {
  const { name, secure } = sessionCookie(deps.publicUrl);
  app.delete(
    '/api/auth/user',
    {
      schema: {
        body: Confirmation,
        response: { 202: Type.Object({ receiptCode: Type.String() }), ...errorResponses(400, 401, 403, 429, 503) },
      },
      // An account without a password sends no body.
      preValidation: async (request) => {
        request.body ??= {};
      },
    },
    async (request, reply) => {
      const { user, signedInAt } = await requireOwnSession(deps.db, request);
      await requireOwner(deps, user, { password: request.body.password, signedInAt });
      const deleted = await deleteAccount(deps, String(user.id), 'owner');
      if (!deleted) throw signedOut();
      await request.session.destroy();
      reply.clearCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', secure });
      clearSignedInCookie(reply);
      return reply.code(202).send({ receiptCode: deleted.receiptCode });
    },
  );

  app.get(
    '/api/account-deletions/:code',
    {
      schema: {
        params: Type.Object({ code: Type.String() }),
        response: { 200: ReceiptResponse, ...errorResponses(404) },
      },
    },
    async (request) => {
      const receipt = await findReceipt(deps.db, request.params.code);
      if (!receipt) throw new AppError('NOT_FOUND', 'RECEIPT_NOT_FOUND', 'There is no receipt with this code.');
      const reader = readerOf(request);
      return {
        requestedAt: receipt.requestedAt.toISOString(),
        finishedAt: receipt.finishedAt?.toISOString() ?? null,
        parts: receipt.parts.map(({ service, finishedAt, erased }) => ({
          service,
          finishedAt: finishedAt?.toISOString() ?? null,
          erased: erased.map((item) => ({ ...item, text: erasedText(item, reader) })),
        })),
      };
    },
  );
};
