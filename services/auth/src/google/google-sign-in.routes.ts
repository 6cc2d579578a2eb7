import oauth2, { type OAuth2Namespace } from '@fastify/oauth2';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { AuthDatabase } from '../database.ts';
import { beginSession } from '../sessions/session.ts';
import { accountForGoogle, type GoogleProfile } from './google-account.ts';

declare module 'fastify' {
  interface FastifyInstance {
    googleOAuth2: OAuth2Namespace;
  }
}

interface GoogleSignInDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accountsUrl: string;
  readonly oauthUrl: string;
  readonly userinfoUrl: string;
}

const USERINFO_TIMEOUT_MS = 5_000;

/** GET /api/auth/google (to Google's consent page) and its callback, which ends on the dashboard or back at login. */
export const googleSignInRoutes: FastifyPluginAsyncTypebox<GoogleSignInDeps> = async (app, deps) => {
  await app.register(oauth2, {
    name: 'googleOAuth2',
    scope: ['openid', 'email', 'profile'],
    pkce: 'S256',
    credentials: {
      client: { id: deps.clientId, secret: deps.clientSecret },
      auth: {
        authorizeHost: deps.accountsUrl,
        authorizePath: '/o/oauth2/v2/auth',
        tokenHost: deps.oauthUrl,
        tokenPath: '/token',
      },
    },
    // The plugin clears its cookies at "/"; set anywhere else they would never go.
    cookie: { path: '/', secure: deps.publicUrl.startsWith('https:'), sameSite: 'lax' },
    startRedirectPath: '/api/auth/google',
    callbackUri: `${deps.publicUrl}/api/auth/google/callback`,
    callbackUriParams: { prompt: 'select_account' },
  });

  const Query = Type.Object({ error: Type.Optional(Type.String()) });

  app.get('/api/auth/google/callback', { schema: { querystring: Query } }, async (request, reply) => {
    // A code, never a sentence: anyone can make up an address.
    const backToLogin = (reason: string) => reply.redirect(`/auth/login?error=google&reason=${reason}`, 302);
    if (request.query.error) return backToLogin('GOOGLE_CANCELLED');
    let accessToken: string;
    try {
      const { token } = await app.googleOAuth2.getAccessTokenFromAuthorizationCodeFlow(request, reply);
      accessToken = token.access_token;
    } catch (error) {
      request.log.info({ err: error }, 'google sign-in refused');
      return backToLogin('GOOGLE_FAILED');
    }
    try {
      const profile = await readProfile(deps.userinfoUrl, accessToken);
      await beginSession(request, await accountForGoogle(deps, profile));
    } catch (error) {
      if (error instanceof AppError && error.httpStatus < 500) return backToLogin(error.code);
      request.log.error({ err: error }, 'google sign-in failed');
      return backToLogin('GOOGLE_FAILED');
    }
    return reply.redirect('/dashboard', 302);
  });
};

async function readProfile(origin: string, accessToken: string): Promise<GoogleProfile> {
  const response = await fetch(`${origin}/v1/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(USERINFO_TIMEOUT_MS),
  });
  const body = (await response.json()) as Partial<GoogleProfile>;
  if (!response.ok || typeof body.sub !== 'string') {
    throw new AppError('UNAVAILABLE', 'GOOGLE_UNAVAILABLE', 'Google did not answer.');
  }
  return body as GoogleProfile;
}
