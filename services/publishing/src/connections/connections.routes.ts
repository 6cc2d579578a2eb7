import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { errorResponses, requireUser } from '@reelwright/http-server';
import Type from 'typebox';
import { sentence } from '../catalogue/causes.ts';
import type { ConnectionRow } from '../database.ts';
import { type Level, type Platform, platforms, titles } from '../platforms/platform.ts';
import type { TokenDeps } from './access-token.ts';
import { listConnections } from './connections.repository.ts';
import { disconnect } from './disconnect.ts';

export interface ConnectionsDeps extends TokenDeps {
  readonly levels: Readonly<Record<Platform, Level>>;
  /** Why a platform is off, where that is not for want of credentials. */
  readonly offBecause: Partial<Record<Platform, string>>;
  readonly wake: () => void;
}

const name = Type.Union([Type.String(), Type.Null()]);
const base = {
  connected: Type.Boolean(),
  level: Type.String(),
  state: Type.Enum(['none', 'connected', 'needs_reconnect']),
  cause: Type.Union([Type.String(), Type.Null()]),
};
const Connections = Type.Object({
  tiktok: Type.Object({ ...base, username: name, setupNeeded: Type.Boolean() }),
  youtube: Type.Object({ ...base, channelName: name }),
  facebook: Type.Object({ ...base, userId: name, pageName: name, choosePage: Type.Boolean() }),
  instagram: Type.Object({ ...base, username: name }),
});

/**
 * GET /api/social-connections: what is connected, per platform.
 * DELETE /api/social-connections/{platform} → {success: true}; the grant is given back at the provider right after.
 */
export const connectionsRoutes: FastifyPluginAsyncTypebox<ConnectionsDeps> = async (app, deps) => {
  app.get(
    '/api/social-connections',
    { schema: { response: { 200: Connections, ...errorResponses(401) } } },
    async (request) => {
      const { userId } = requireUser(request);
      const rows = await listConnections(deps.db, userId);
      const of = (platform: Platform) => rows.find((row) => row.platform === platform);
      const [tiktok, facebook] = [of('tiktok'), of('facebook')];
      return {
        tiktok: {
          ...basics('tiktok', tiktok),
          username: tiktok?.account_name ?? null,
          setupNeeded: tiktok !== undefined && !tiktok.settings.tiktok,
        },
        youtube: { ...basics('youtube', of('youtube')), channelName: of('youtube')?.account_name ?? null },
        facebook: {
          ...basics('facebook', facebook),
          userId: facebook?.provider_user_id ?? null,
          pageName: facebook?.account_name ?? null,
          choosePage: facebook?.settings.choosePage === true,
        },
        instagram: { ...basics('instagram', of('instagram')), username: of('instagram')?.account_name ?? null },
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
        const rows = await trx
          .selectFrom('social_connections')
          .selectAll()
          .where('user_id', '=', userId)
          .where('platform', '=', request.params.platform as Platform)
          .where('state', '<>', 'disconnected')
          .forUpdate()
          .execute();
        await disconnect(trx, deps.clock, rows, { erase: false });
      });
      deps.wake();
      return { success: true as const };
    },
  );

  function basics(platform: Platform, row: ConnectionRow | undefined) {
    const level = deps.levels[platform];
    const state = row?.state === 'connected' || row?.state === 'needs_reconnect' ? row.state : ('none' as const);
    const why = row?.cause ? sentence(row.cause, titles[platform]) : null;
    return {
      connected: state === 'connected' && level !== 'off',
      level,
      state,
      cause: level === 'off' ? (deps.offBecause[platform] ?? null) : why,
    };
  }
};
