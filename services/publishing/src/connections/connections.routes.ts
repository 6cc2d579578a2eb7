import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type OffReason, postCause, type Reader, wordsFor } from '@reelwright/causes';
import { errorResponses, oneOf, readerOf, requireUser } from '@reelwright/http-server';
import { platformLevels, shownConnectionStates } from '@reelwright/product';
import Type from 'typebox';
import type { CauseCode } from '../causes/causes.ts';
import type { ConnectionRow } from '../database.ts';
import { type Level, type Platform, platforms } from '../platforms/platform.ts';
import type { TokenDeps } from './access-token.ts';
import { connectionProblem } from './connection-problem.ts';
import { listConnections, lockConnection } from './connections.repository.ts';
import { disconnect } from './disconnect.ts';
import { endOf, endsSoon } from './token-times.ts';

export interface ConnectionsDeps extends TokenDeps {
  readonly levels: Readonly<Record<Platform, Level>>;
  /** Why a platform is off, if not for missing credentials. */
  readonly offBecause: Partial<Record<Platform, OffReason>>;
  readonly wake: () => void;
}

const name = Type.Union([Type.String(), Type.Null()]);
const base = {
  connected: Type.Boolean(),
  level: oneOf(platformLevels),
  state: oneOf(shownConnectionStates),
  code: Type.Union([Type.String(), Type.Null()], {
    description: 'What is in the way or soon will be (ENDS_SOON), with its cause and its fix; or three nulls.',
  }),
  cause: Type.Union([Type.String(), Type.Null()]),
  fix: Type.Union([Type.String(), Type.Null()]),
  endsAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When the access ends unless its owner reconnects; null: not by itself.',
  }),
};
const Connections = Type.Object({
  tiktok: Type.Object({
    ...base,
    username: name,
    setupNeeded: Type.Boolean({ description: 'Who may see the posts has not been chosen yet.' }),
  }),
  youtube: Type.Object({ ...base, channelName: name }),
  facebook: Type.Object({
    ...base,
    userId: name,
    pageName: name,
    choosePage: Type.Boolean({ description: 'There are several Pages and none is chosen.' }),
  }),
  instagram: Type.Object({ ...base, username: name }),
});

/**
 * GET /api/social-connections: what is connected, per platform.
 * DELETE /api/social-connections/{platform} → {success: true}; the grant is revoked at the provider right after.
 */
export const connectionsRoutes: FastifyPluginAsyncTypebox<ConnectionsDeps> = async (app, deps) => {
  app.get(
    '/api/social-connections',
    { schema: { response: { 200: Connections, ...errorResponses(401) } } },
    async (request) => {
      const { userId } = requireUser(request);
      const rows = await listConnections(deps.db, userId);
      const reader = readerOf(request);
      const of = (platform: Platform) => rows.find((row) => row.platform === platform);
      const [tiktok, facebook] = [of('tiktok'), of('facebook')];
      return {
        tiktok: {
          ...basics('tiktok', tiktok, reader),
          username: tiktok?.account_name ?? null,
          setupNeeded: tiktok !== undefined && !tiktok.settings.tiktok,
        },
        youtube: { ...basics('youtube', of('youtube'), reader), channelName: of('youtube')?.account_name ?? null },
        facebook: {
          ...basics('facebook', facebook, reader),
          userId: facebook?.provider_user_id ?? null,
          pageName: facebook?.account_name ?? null,
          choosePage: facebook?.settings.choosePage === true,
        },
        instagram: { ...basics('instagram', of('instagram'), reader), username: of('instagram')?.account_name ?? null },
      };
    },
  );

  app.delete(
    '/api/social-connections/:platform',
    {
      schema: {
        params: Type.Object({ platform: Type.Enum([...platforms]) }),
        response: { 200: Type.Object({ success: Type.Literal(true) }), ...errorResponses(401) },
      },
    },
    async (request) => {
      const { userId } = requireUser(request);
      await deps.db.transaction().execute(async (trx) => {
        const connection = await lockConnection(trx, userId, request.params.platform as Platform);
        if (!connection || connection.state === 'disconnected') return;
        await disconnect(trx, deps, [connection], { erase: false });
      });
      deps.wake();
      return { success: true as const };
    },
  );

  function basics(platform: Platform, row: ConnectionRow | undefined, reader: Reader) {
    const level = deps.levels[platform];
    const state = row?.state === 'connected' || row?.state === 'needs_reconnect' ? row.state : ('none' as const);
    const end = row && state === 'connected' ? endOf(deps.logins[platform], row) : undefined;
    const code = codeOf(platform, row, end);
    const words = code && level !== 'off' ? wordsFor(postCause(code, platform), reader) : whyOff(platform, reader);
    return {
      connected: state === 'connected' && level !== 'off',
      level,
      state,
      code,
      cause: words.message,
      fix: words.fix,
      endsAt: end?.toISOString() ?? null,
    };
  }

  function whyOff(platform: Platform, reader: Reader): { message: string | null; fix: null } {
    const offBecause = deps.levels[platform] === 'off' ? deps.offBecause[platform] : undefined;
    const cause = offBecause && ({ code: 'PLATFORM_OFF', data: { platform, offBecause } } as const);
    return { message: cause ? wordsFor(cause, reader).message : null, fix: null };
  }

  function codeOf(platform: Platform, row: ConnectionRow | undefined, end: Date | undefined): CauseCode | null {
    const problem = connectionProblem(platform, row, deps.levels[platform]);
    // Being disconnected is a state, not a problem.
    if (problem === 'NOT_CONNECTED') return null;
    return problem ?? (endsSoon(end, deps.clock.real()) ? 'ENDS_SOON' : null);
  }
};
