import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CauseError, postCause } from '@reelwright/causes';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Logger } from '@reelwright/logger';
import type { PostCause } from '@reelwright/product';
import Type from 'typebox';
import { meaningOf } from '../causes/causes.ts';
import type { ConnectionRow } from '../database.ts';
import { codeOfFailure } from '../platforms/outcomes.ts';
import { type CreatorInfo, creatorInfo } from '../platforms/tiktok/tiktok-api.ts';
import { ConnectionUnusable, freshConnection, type TokenDeps } from './access-token.ts';
import { changeConnection } from './change-connection.ts';
import { findConnection, lockSameGrant } from './connections.repository.ts';
import { repairConnection } from './repair-connection.ts';
import { storedTokens } from './stored-tokens.ts';

const Choices = {
  privacyLevel: Type.String({ minLength: 1, maxLength: 60 }),
  allowComment: Type.Boolean(),
  allowDuet: Type.Boolean(),
  allowStitch: Type.Boolean(),
};
const Settings = Type.Object(Choices);

/**
 * GET /api/tiktok/settings: what this account may choose now, and what was chosen. PUT: the choice, with consent.
 * 400 NOT_CONNECTED | RECONNECT_NEEDED | PRIVACY_OPTION_GONE; 409 CONNECTION_CHANGED; 503 while TikTok doesn't answer.
 */
export const tiktokSettingsRoutes: FastifyPluginAsyncTypebox<
  TokenDeps & { logger: Logger; apiUrl: string; wake: () => void }
> = async (app, deps) => {
  app.get(
    '/api/tiktok/settings',
    {
      schema: {
        response: {
          200: Type.Object({
            nickname: Type.String(),
            privacyOptions: Type.Array(Type.String()),
            commentAllowed: Type.Boolean(),
            duetAllowed: Type.Boolean(),
            stitchAllowed: Type.Boolean(),
            settings: Type.Union([Settings, Type.Null()]),
          }),
          ...errorResponses(400, 401, 503),
        },
      },
    },
    async (request) => {
      const { connection, info } = await ask(requireUser(request).userId);
      const { username: _, ...shown } = info;
      return { ...shown, settings: connection.settings.tiktok ?? null };
    },
  );

  app.put(
    '/api/tiktok/settings',
    {
      schema: {
        body: Type.Object({ ...Choices, consent: Type.Literal(true) }, { additionalProperties: false }),
        response: { 200: Settings, ...errorResponses(400, 401, 409, 503) },
      },
    },
    async (request) => {
      const { connection, info } = await ask(requireUser(request).userId);
      const { consent: _, ...wanted } = request.body;
      if (!info.privacyOptions.includes(wanted.privacyLevel)) {
        const data = { platform: 'tiktok', refused: true } as const;
        throw new CauseError('FAILED_PRECONDITION', { code: 'PRIVACY_OPTION_GONE', data });
      }
      const chosen = {
        ...wanted,
        allowComment: wanted.allowComment && info.commentAllowed,
        allowDuet: wanted.allowDuet && info.duetAllowed,
        allowStitch: wanted.allowStitch && info.stitchAllowed,
      };
      await deps.db.transaction().execute(async (trx) => {
        const current = await lockSameGrant(trx, connection);
        await changeConnection(trx, deps, current, { type: 'tiktok_chosen', tiktok: chosen }, deps.clock.now());
      });
      deps.wake();
      return chosen;
    },
  );

  async function ask(userId: string): Promise<{ connection: ConnectionRow; info: CreatorInfo }> {
    const stored = await findConnection(deps.db, userId, 'tiktok');
    if (!stored || stored.state === 'disconnected') {
      throw new CauseError('FAILED_PRECONDITION', postCause('NOT_CONNECTED', 'tiktok'));
    }
    let connection: ConnectionRow | undefined;
    try {
      connection = await freshConnection(deps, stored);
      return { connection, info: await creatorInfo(deps.apiUrl, storedTokens(deps.cipher, connection).accessToken) };
    } catch (error) {
      if (error instanceof ConnectionUnusable) throw reconnect(stored.cause);
      const code = codeOfFailure(error);
      if (connection) await repairConnection(deps, connection, code);
      if (meaningOf(code).connection) throw reconnect(code, error);
      throw new CauseError('UNAVAILABLE', postCause(code, 'tiktok'), { cause: error });
    }
  }
};

function reconnect(code: PostCause | null, error?: unknown): CauseError {
  const options = { code: 'RECONNECT_NEEDED', cause: error };
  return new CauseError('FAILED_PRECONDITION', postCause(code ?? 'RECONNECT_NEEDED', 'tiktok'), options);
}
