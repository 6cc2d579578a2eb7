import type { FastifyRequest } from 'fastify';
import type { Sandbox } from '../../core/sandbox.ts';
import { invalidToken, missingScope } from '../errors.ts';
import type { Grant, Grants } from './grants.ts';

/** The bearer token of a call. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The grant of a call, with at least one of the scopes. @throws 401 `authError` or 403 `insufficientPermissions` */
export function requireGrant(
  sandbox: Sandbox,
  grants: Grants,
  request: FastifyRequest,
  anyOf: readonly string[],
): Grant {
  const token = bearerOf(request);
  const grant = token === undefined ? undefined : grants.byToken(token, 'access');
  if (token === undefined || !grant) throw invalidToken();
  if (sandbox.chaos.strikes('google', 'revokedToken', grant.id)) {
    grants.revoke(token);
    throw invalidToken();
  }
  if (!grant.scopes.some((scope) => anyOf.includes(scope))) throw missingScope();
  return grant;
}
