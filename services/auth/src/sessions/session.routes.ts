import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { setSignedInCookie } from './signed-in-cookie.ts';

/**
 * GET /api/auth/session → {signedIn}, for anyone: a question that a guest's browser does not report as an error. A browser
 * with a session that lacks the cookie for scripts gets it here.
 */
export const sessionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/api/auth/session',
    { schema: { response: { 200: Type.Object({ signedIn: Type.Boolean() }) } } },
    async (request, reply) => {
      const signedIn = request.identity?.credential === 'session';
      if (signedIn) setSignedInCookie(reply);
      return { signedIn };
    },
  );
};
