import { randomBytes } from 'node:crypto';
import oauth2, { type OAuth2Namespace } from '@fastify/oauth2';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { AppError } from '@reelwright/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { startSession } from '../sessions/request-session.ts';
import { linkCookie } from '../sessions/session-cookie.ts';
import { accountForGoogle, type GoogleAccountDeps } from './google-account.ts';
import {
  consumeState,
  findLinkRequestEmail,
  LINK_REQUEST_SECONDS,
  saveLinkRequest,
  saveState,
} from './google-sign-in.repository.ts';
import { createIdTokenReader, type GoogleProfile } from './id-token.ts';

declare module 'fastify' {
  interface FastifyInstance {
    googleOAuth2: OAuth2Namespace;
  }
  interface FastifyRequest {
    /** The nonce that the ID token of this callback must carry. */
    googleNonce: string | undefined;
  }
}

interface GoogleSignInDeps extends GoogleAccountDeps {
  readonly publicUrl: string;
  /** The name of this cell; undefined in the first one. */
  readonly cell: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accountsUrl: string;
  readonly oauthUrl: string;
  readonly certsUrl: string;
}

const Query = Type.Object({ error: Type.Optional(Type.String()), state: Type.Optional(Type.String()) });

const LinkRequest = Type.Object({ email: Type.Union([Type.String(), Type.Null()]) });

/**
 * GET /api/auth/google redirects to Google's consent page; its callback redirects to the dashboard or the login page.
 * GET /api/auth/google/link → {email}: the account whose password links Google, only for the browser that returned from
 * Google. State and PKCE verifier are in cookies; a state is valid once, and the ID token carries our nonce. It begins
 * with the name of the cell, by which the directory in front finds the cell of the return.
 */
export const googleSignInRoutes: FastifyPluginAsyncTypebox<GoogleSignInDeps> = async (app, deps) => {
  const secure = deps.publicUrl.startsWith('https:');
  const stateCookie = secure ? '__Host-google-state' : 'google-state';
  const link = linkCookie(deps.publicUrl);
  const readIdToken = createIdTokenReader(deps);

  app.decorateRequest('googleNonce', undefined);
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
    // The plugin clears its cookies at "/"; cookies with another path would never be cleared.
    cookie: { path: '/', secure, sameSite: 'lax' },
    redirectStateCookieName: stateCookie,
    verifierCookieName: secure ? '__Host-google-verifier' : 'google-verifier',
    callbackUri: `${deps.publicUrl}/api/auth/google/callback`,
    callbackUriParams: { prompt: 'select_account' },
    generateStateFunction: async () => (deps.cell ? `${deps.cell}.` : '') + randomBytes(32).toString('base64url'),
    checkStateFunction: async (request: FastifyRequest) => {
      const { state } = request.query as { state?: string };
      if (!state || request.cookies[stateCookie] !== state) return false;
      request.googleNonce = await consumeState(deps.db, state);
      return request.googleNonce !== undefined;
    },
  });

  app.get('/api/auth/google', { schema: { response: { 302: Type.Null() } } }, async (request, reply) => {
    const address = new URL(await app.googleOAuth2.generateAuthorizationUri(request, reply));
    address.searchParams.set('nonce', await saveState(deps.db, address.searchParams.get('state') ?? ''));
    return reply.redirect(address.href, 302);
  });

  app.get(
    '/api/auth/google/callback',
    { schema: { querystring: Query, response: { 302: Type.Null() } } },
    async (request, reply) => {
      // The URL has a code instead of a text, because anyone can write a URL.
      const backToLogin = (reason: string) => reply.redirect(`/auth/login?error=google&reason=${reason}`, 302);
      if (request.query.error) return backToLogin('GOOGLE_CANCELLED');
      let profile: GoogleProfile;
      try {
        profile = await profileOfReturn(request, reply);
      } catch (error) {
        request.log.info({ err: error }, 'google sign-in rejected');
        return backToLogin('GOOGLE_FAILED');
      }
      try {
        const result = await accountForGoogle(deps, profile);
        if ('needsPassword' in result) {
          const linkRequestId = await saveLinkRequest(deps.db, result.needsPassword.id, profile);
          const cookie = {
            path: '/',
            httpOnly: true,
            sameSite: 'lax',
            secure: link.secure,
            maxAge: LINK_REQUEST_SECONDS,
          } as const;
          reply.setCookie(link.name, linkRequestId, cookie);
          return backToLogin('GOOGLE_LINK_NEEDS_PASSWORD');
        }
        await startSession(deps.db, request, reply, result.user);
      } catch (error) {
        if (error instanceof AppError && error.httpStatus < 500) return backToLogin(error.code);
        request.log.error({ err: error }, 'google sign-in failed');
        return backToLogin('GOOGLE_FAILED');
      }
      return reply.redirect('/dashboard', 302);
    },
  );

  app.get('/api/auth/google/link', { schema: { response: { 200: LinkRequest } } }, async (request) => {
    const linkRequestId = request.cookies[link.name];
    return { email: (linkRequestId && (await findLinkRequestEmail(deps.db, linkRequestId))) || null };
  });

  async function profileOfReturn(request: FastifyRequest, reply: FastifyReply): Promise<GoogleProfile> {
    const { token } = await app.googleOAuth2.getAccessTokenFromAuthorizationCodeFlow(request, reply);
    return readIdToken(token.id_token, request.googleNonce ?? '');
  }
};
