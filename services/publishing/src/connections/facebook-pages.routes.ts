import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CauseError, postCause } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Logger } from '@reelwright/logger';
import Type from 'typebox';
import { meaningOf } from '../causes/causes.ts';
import type { ConnectionRow } from '../database.ts';
import { type FacebookSettings, facebookPages } from '../platforms/facebook/facebook-login.ts';
import type { Page } from '../platforms/login.ts';
import { codeOfFailure } from '../platforms/outcomes.ts';
import type { TokenDeps } from './access-token.ts';
import { changeConnection } from './change-connection.ts';
import { findConnection, lockSameGrant } from './connections.repository.ts';
import { repairConnection } from './repair-connection.ts';
import { aadOf, storedTokens } from './stored-tokens.ts';

/** GET /api/facebook/pages: Pages the user may post to. PUT /api/facebook/page: chooses the one that posts go to. */
export const facebookPagesRoutes: FastifyPluginAsyncTypebox<
  TokenDeps & { logger: Logger; facebook: FacebookSettings; wake: () => void }
> = async (app, deps) => {
  app.get(
    '/api/facebook/pages',
    {
      schema: {
        response: {
          200: Type.Object({ pages: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) }),
          ...errorResponses(400, 401, 503),
        },
      },
    },
    async (request) => {
      const { pages } = await ask(requireUser(request).userId);
      return { pages: pages.map(({ id, name }) => ({ id, name })) };
    },
  );

  app.put(
    '/api/facebook/page',
    {
      schema: {
        body: Type.Object({ pageId: Type.String({ minLength: 1, maxLength: 100 }) }, { additionalProperties: false }),
        response: { 200: Type.Object({ pageName: Type.String() }), ...errorResponses(400, 401, 404, 409, 503) },
      },
    },
    async (request) => {
      const { connection, pages } = await ask(requireUser(request).userId);
      const page = pages.find(({ id }) => id === request.body.pageId);
      if (!page) throw new AppError('NOT_FOUND', 'NO_SUCH_PAGE', 'You may not post to this Page, or it is gone.');
      const postToken = deps.cipher.encrypt(page.token, aadOf(connection.id, 'post_token'));
      const chosen = { type: 'page_chosen' as const, page: { id: page.id, name: page.name, postToken } };
      await deps.db.transaction().execute(async (trx) => {
        const current = await lockSameGrant(trx, connection);
        await changeConnection(trx, deps, current, chosen, deps.clock.now());
      });
      deps.wake();
      return { pageName: page.name };
    },
  );

  async function ask(userId: string): Promise<{ connection: ConnectionRow; pages: Page[] }> {
    const connection = await findConnection(deps.db, userId, 'facebook');
    if (connection?.state !== 'connected') {
      throw new CauseError('FAILED_PRECONDITION', postCause('NOT_CONNECTED', 'facebook'));
    }
    try {
      return {
        connection,
        pages: await facebookPages(deps.facebook, storedTokens(deps.cipher, connection).accessToken),
      };
    } catch (error) {
      const code = codeOfFailure(error);
      // The list needs the person's token. A chosen Page has a token of its own, and works on when the person's
      // expires.
      if (code !== 'ACCESS_EXPIRED' || !connection.post_token) await repairConnection(deps, connection, code);
      if (meaningOf(code).connection) {
        const options = { code: 'RECONNECT_NEEDED', cause: error };
        throw new CauseError('FAILED_PRECONDITION', postCause(code, 'facebook'), options);
      }
      throw new CauseError('UNAVAILABLE', postCause(code, 'facebook'), { cause: error });
    }
  }
};
