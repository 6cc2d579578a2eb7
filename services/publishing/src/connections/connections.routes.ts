import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { postCause, type Reader, wordsFor } from '@reelwright/causes';
import { errorResponses, oneOf, readerOf, requireUser } from '@reelwright/http-server';
import { type PostCause, platformLevels, platformTraits, recordOf, shownConnectionStates } from '@reelwright/product';
import Type, { type TObject } from 'typebox';
import type { ConnectionRow } from '../database.ts';
import { type Level, type Platform, platforms } from '../platforms/platform.ts';
import { definitions } from '../platforms/registry.ts';
import type { TokenDeps } from './access-token.ts';
import { connectionProblem } from './connection-problem.ts';
import { listConnections, lockConnection } from './connections.repository.ts';
import { disconnect } from './disconnect.ts';
import { endOf, endsSoon } from './token-times.ts';

export interface ConnectionsDeps extends TokenDeps {
  readonly levels: Readonly<Record<Platform, Level>>;
  /** Why a platform is off, if not for missing credentials. */
  readonly offBecause: Partial<Record<Platform, PostCause>>;
  readonly wake: () => void;
}

const name = Type.Union([Type.String(), Type.Null()]);
const base = {
  connected: Type.Boolean(),
  level: oneOf(platformLevels),
  state: oneOf(shownConnectionStates),
  code: Type.Union([Type.String(), Type.Null()], {
    description: 'What is in the way or soon will be (ENDS_SOON), with its message and its fix; or three nulls.',
  }),
  message: Type.Union([Type.String(), Type.Null()]),
  fix: Type.Union([Type.String(), Type.Null()]),
  endsAt: Type.Union([Type.String(), Type.Null()], {
    description: 'When the access ends unless its owner reconnects; null: not by itself.',
  }),
};
/** The account of a connection, by its kind; the name of a profile is a user name. */
const accountFields = {
  profile: { username: name },
  channel: { channelName: name },
  page: {
    userId: name,
    pageName: name,
    choosePage: Type.Boolean({ description: 'There are several Pages and none is chosen.' }),
  },
};
const audienceFields = {
  setupNeeded: Type.Boolean({ description: 'Who may see the posts has not been chosen yet.' }),
};
const Connections = Type.Object(
  recordOf(platforms, (platform): TObject<typeof base> => {
    const { account, choosesAudience } = platformTraits[platform];
    return Type.Object({ ...base, ...accountFields[account], ...(choosesAudience && audienceFields) });
  }),
);

/** The fields of an account, and of the choices its owner has to make. */
function accountOf(platform: Platform, row: ConnectionRow | undefined) {
  const accountName = row?.account_name ?? null;
  const accounts = {
    profile: { username: accountName },
    channel: { channelName: accountName },
    page: {
      userId: row?.provider_user_id ?? null,
      pageName: accountName,
      choosePage: row?.settings.choosePage === true,
    },
  };
  const { account, choosesAudience } = platformTraits[platform];
  return {
    ...accounts[account],
    ...(choosesAudience && {
      setupNeeded: row !== undefined && definitions[platform].missingChoice?.(row) === 'SETUP_NEEDED',
    }),
  };
}

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
      return recordOf(platforms, (platform) => {
        const row = rows.find((each) => each.platform === platform);
        return { ...basics(platform, row, reader), ...accountOf(platform, row) };
      });
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
    // A platform without credentials is announced, not explained.
    const words =
      code && code !== 'PLATFORM_OFF' ? wordsFor(postCause(code, platform), reader) : { message: null, fix: null };
    return {
      connected: state === 'connected' && level !== 'off',
      level,
      state,
      code,
      message: words.message,
      fix: words.fix,
      endsAt: end?.toISOString() ?? null,
    };
  }

  function codeOf(platform: Platform, row: ConnectionRow | undefined, end: Date | undefined): PostCause | null {
    const problem = connectionProblem(platform, row, deps.levels[platform]);
    // Being disconnected is a state, not a problem.
    if (problem === 'NOT_CONNECTED') return null;
    if (problem === 'PLATFORM_OFF') return deps.offBecause[platform] ?? problem;
    return problem ?? (endsSoon(end, deps.clock.real()) ? 'ENDS_SOON' : null);
  }
};
