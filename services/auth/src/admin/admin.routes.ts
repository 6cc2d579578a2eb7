import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@reelwright/errors';
import { errorResponses } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import { findBrowser, saveKnownBrowser } from '../browsers/known-browsers.ts';
import type { AuthDatabase } from '../database.ts';
import { limitPasswordWork } from '../passwords/limit-password-work.ts';
import type { PasswordHasher } from '../passwords/password.ts';
import { adminLimits, recordFailure, requireNotBlocked } from '../passwords/throttle.ts';
import { adminCookie } from '../sessions/session-cookie.ts';
import { ADMIN_SESSION_HOURS, endAdminSession, startAdminSession } from './admin-session.repository.ts';

const Code = Type.Object({ code: Type.String({ minLength: 1, maxLength: 256 }) }, { additionalProperties: false });

/** POST /api/admin/session exchanges the access code for an admin cookie; DELETE ends the admin session. */
export const adminRoutes: FastifyPluginAsyncTypebox<{
  db: Kysely<AuthDatabase>;
  hasher: PasswordHasher;
  codeHash: string;
  publicUrl: string;
}> = async (app, { db, hasher, codeHash, publicUrl }) => {
  const { name, secure } = adminCookie(publicUrl);
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure, maxAge: ADMIN_SESSION_HOURS * 3600 } as const;

  app.post(
    '/api/admin/session',
    { schema: { body: Code, response: { 204: Type.Null(), ...errorResponses(400, 401, 429, 503) } } },
    async (request, reply) => {
      const browser = await findBrowser(db, request, null);
      const limits = adminLimits({ address: request.ip, browser });
      await limitPasswordWork(async () => {
        await requireNotBlocked(db, limits);
        if (await hasher.verify(request.body.code, codeHash)) return;
        await recordFailure(db, limits);
        throw new AppError('UNAUTHENTICATED', 'INVALID_CODE', 'Codice non valido');
      });
      const id = await startAdminSession(db);
      await saveKnownBrowser(db, request, reply, null);
      return reply.setCookie(name, id, cookie).code(204).send(null);
    },
  );

  app.delete('/api/admin/session', { schema: { response: { 204: Type.Null() } } }, async (request, reply) => {
    const id = request.cookies[name];
    if (id) await endAdminSession(db, id);
    return reply.clearCookie(name, cookie).code(204).send(null);
  });
};
