import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CauseError } from '@reelwright/causes';
import { AppError } from '@reelwright/errors';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Logger } from '@reelwright/logger';
import type { PostCause } from '@reelwright/product';
import Type from 'typebox';
import { isPostCause } from '../causes/causes.ts';
import type { AskTier } from '../entitlements/entitlements.ts';
import { requirePlan } from '../entitlements/plan-check.ts';
import { type Level, type Platform, platforms } from '../platforms/platform.ts';
import type { TokenDeps } from './access-token.ts';
import { finishConsent } from './finish-consent.ts';
import { beginConsent } from './oauth-states.ts';

export interface ConnectDeps extends TokenDeps {
  readonly logger: Logger;
  readonly publicUrl: string;
  /** The name of this cell; undefined in the first one. */
  readonly cell: string | undefined;
  readonly levels: Readonly<Record<Platform, Level>>;
  readonly askTier: AskTier;
  readonly wake: () => void;
}

const Params = Type.Object({ platform: Type.Enum([...platforms]) });

function reasonOf(error: unknown): PostCause {
  if (!(error instanceof AppError)) return 'CONNECT_FAILED';
  if (error.httpStatus === 401) return 'SIGNED_OUT';
  return isPostCause(error.code) ? error.code : 'CONNECT_FAILED';
}

/**
 * GET /api/{platform}/auth → {authUrl}; 400 PLATFORM_OFF, 403 PLAN_FEATURE.
 * GET /api/{platform}/callback → 302 to the Social Media page: ?connected={platform}, or ?error={platform}&reason={code}.
 */
export const connectRoutes: FastifyPluginAsyncTypebox<ConnectDeps> = async (app, deps) => {
  const redirectUri = (platform: Platform) => `${deps.publicUrl}/api/${platform}/callback`;

  app.get(
    '/api/:platform/auth',
    {
      schema: {
        params: Params,
        response: { 200: Type.Object({ authUrl: Type.String() }), ...errorResponses(400, 401, 403, 404, 503) },
      },
    },
    async (request) => {
      const { userId } = requireUser(request);
      const platform = request.params.platform as Platform;
      if (deps.levels[platform] === 'off') {
        throw new CauseError('FAILED_PRECONDITION', { code: 'PLATFORM_OFF', data: { platform, refused: true } });
      }
      await requirePlan(deps, userId);
      const login = deps.logins[platform];
      const { state, challenge } = await beginConsent(deps, { userId, platform, usesPkce: login.usesPkce });
      return {
        authUrl: login.authorizeUrl({ state, redirectUri: redirectUri(platform), ...(challenge && { challenge }) }),
      };
    },
  );

  app.get(
    '/api/:platform/callback',
    {
      config: { crossSite: true },
      schema: {
        params: Params,
        querystring: Type.Object({
          code: Type.Optional(Type.String({ maxLength: 2_000 })),
          state: Type.Optional(Type.String({ maxLength: 200 })),
          error: Type.Optional(Type.String({ maxLength: 200 })),
        }),
        response: { 302: Type.Null() },
      },
    },
    async (request, reply) => {
      const platform = request.params.platform as Platform;
      try {
        const { userId } = requireUser(request);
        const next = await finishConsent(deps, {
          userId,
          platform,
          redirectUri: redirectUri(platform),
          reply: request.query,
        });
        deps.wake();
        return reply.redirect(next, 302);
      } catch (error) {
        // The address carries a code, never a sentence: anyone can make up an address.
        const reason = reasonOf(error);
        if (reason === 'CONNECT_FAILED') request.log.error({ err: error, platform }, 'consent failed');
        return reply.redirect(`/social?${new URLSearchParams({ error: platform, reason })}`, 302);
      }
    },
  );
};
