import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Sandbox } from '../../core/sandbox.ts';
import { accountsOf } from '../accounts.ts';
import { oauthError } from '../errors.ts';
import { bearerOf } from './access.ts';
import type { Grants } from './grants.ts';
import { scopes } from './scopes.ts';
import type { SigningKey } from './signing-key.ts';

type Given = { access_token?: string; id_token?: string } | undefined;

/** The details of an access token (in query, form or header), or the claims of an ID token. */
export function addTokenInfo(app: FastifyInstance, { store, clock }: Sandbox, grants: Grants, key: SigningKey): void {
  const answer = async (request: FastifyRequest): Promise<object> => {
    const given = { ...(request.query as Given), ...(request.body as Given) };
    if (given.id_token !== undefined) {
      const claims = key.claimsOf(given.id_token, clock.real());
      if (!claims) throw oauthError(400, 'invalid_token', 'Invalid Value');
      const texts = Object.entries(claims).map(([name, value]) => [name, String(value)]);
      return { ...Object.fromEntries(texts), alg: 'RS256', typ: 'JWT' };
    }
    const token = given.access_token ?? bearerOf(request) ?? '';
    const grant = grants.byToken(token, 'access');
    if (!grant) throw oauthError(400, 'invalid_token', 'Invalid Value');
    const expiresAt = Math.floor((grants.expiryOf(token) ?? 0) / 1000);
    const account = accountsOf(store).get(grant.accountId);
    const email = { email: account?.email, email_verified: String(account?.emailVerified) };
    return {
      azp: grant.clientId,
      aud: grant.clientId,
      sub: grant.accountId,
      scope: grant.scopes.join(' '),
      exp: String(expiresAt),
      expires_in: String(Math.max(0, expiresAt - Math.floor(clock.real().getTime() / 1000))),
      ...(grant.scopes.includes(scopes.email) ? email : {}),
      access_type: grants.isOffline(grant) ? 'offline' : 'online',
    };
  };
  for (const url of ['/tokeninfo', '/oauth2/v3/tokeninfo'])
    app.route({ method: ['GET', 'POST'], url, handler: answer });
}
