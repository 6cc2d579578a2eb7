import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses } from '@reelwright/http-server';
import Type from 'typebox';
import { requireOwnSession, startSession } from '../sessions/request-session.ts';
import { changePassword } from './change-password.ts';
import { PASSWORD_READ_MAX } from './password.ts';
import { requestReset } from './request-reset.ts';
import { type ResetDeps, resetPassword } from './reset-password.ts';

const Password = Type.String({ maxLength: PASSWORD_READ_MAX });
const Change = Type.Object(
  { currentPassword: Type.Optional(Password), newPassword: Password },
  { additionalProperties: false },
);
const Forgotten = Type.Object({ email: Type.String({ maxLength: 320 }) }, { additionalProperties: false });
const Reset = Type.Object(
  { token: Type.String({ maxLength: 200 }), password: Password },
  { additionalProperties: false },
);

/** POST /api/auth/password/change, /forgotten, /reset. */
export const passwordRoutes: FastifyPluginAsyncTypebox<ResetDeps> = async (app, deps) => {
  app.post(
    '/api/auth/password/change',
    { schema: { body: Change, response: { 204: Type.Null(), ...errorResponses(400, 401, 403, 429, 503) } } },
    async (request, reply) => {
      const { user, signedInAt } = await requireOwnSession(deps.db, request);
      const { currentPassword, newPassword } = request.body;
      const given = { currentPassword, newPassword, signedInAt };
      await startSession(deps.db, request, reply, await changePassword(deps, user, given));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/auth/password/forgotten',
    { schema: { body: Forgotten, response: { 204: Type.Null(), ...errorResponses(400, 404, 429) } } },
    async (request, reply) => {
      await requestReset(deps, { email: request.body.email, address: request.ip });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/auth/password/reset',
    { schema: { body: Reset, response: { 204: Type.Null(), ...errorResponses(400, 503) } } },
    async (request, reply) => {
      await resetPassword(deps, request.body);
      return reply.code(204).send(null);
    },
  );
};
