import { AppError, signedOut } from '@reelwright/errors';
import type { IdentityVerifier } from '@reelwright/identity';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UNSUPPORTED_TRANSFER_CODING } from './client-errors.ts';

/** The header in which the gateway passes the caller's identity. It removes this header from outside requests. */
const IDENTITY_HEADER = 'x-auth-identity';

/**
 * The caller, from the gateway's token.
 * @throws AppError UNAUTHENTICATED for an invalid token, PERMISSION_DENIED for a service's token: services call each
 *   other over gRPC, where a table limits their calls. Here a service could act as anybody.
 */
export function readIdentity(verifier: IdentityVerifier, service: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const token = request.headers[IDENTITY_HEADER];
    if (token === undefined) return;
    if (Array.isArray(token)) throw new AppError('UNAUTHENTICATED', 'IDENTITY_INVALID', 'Please sign in again.');
    const identity = await verifier.verify(token, service);
    if (identity.credential === 'service') {
      throw new AppError('PERMISSION_DENIED', 'SERVICE_NOT_ALLOWED', 'Services do not call this.');
    }
    request.identity = identity;
  };
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Rejects a state change that another site makes a browser send. Browsers name the site in Sec-Fetch-Site, older ones in
 * Origin; a caller that sends neither is not a browser and has no person's cookies.
 */
export function rejectCrossSite(ownOrigin: string): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (SAFE_METHODS.has(request.method) || request.routeOptions.config.crossSite) return;
    if (request.identity?.credential === 'api_key') return;
    const site = request.headers['sec-fetch-site'];
    const origin = request.headers.origin;
    const sameSite = site === undefined ? origin === undefined || origin === ownOrigin : site === 'same-origin';
    if (!sameSite && site !== 'none') {
      throw new AppError('PERMISSION_DENIED', 'CROSS_SITE_REQUEST', 'This request came from another site.');
    }
  };
}

/** Rejects what Node's parser lets through but no route supports: an encoded body, and an `Expect` but 100-continue. */
export async function rejectUnsupported({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const transfer = headers['transfer-encoding'] ?? 'chunked';
  if (transfer.toLowerCase() !== 'chunked') {
    throw new AppError('INVALID_ARGUMENT', ...UNSUPPORTED_TRANSFER_CODING, { httpStatus: 501 });
  }
  if (!/\b100-continue\b/i.test(headers.expect ?? '100-continue')) {
    const message = 'The only expectation that can be met is 100-continue.';
    throw new AppError('INVALID_ARGUMENT', 'UNSUPPORTED_EXPECTATION', message, { httpStatus: 417 });
  }
  const content = headers['content-encoding'] ?? 'identity';
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0;
  if (content.toLowerCase() !== 'identity' && hasBody) {
    reply.header('accept-encoding', 'identity');
    const message = 'Send the body without a content encoding.';
    throw new AppError('INVALID_ARGUMENT', 'UNSUPPORTED_CONTENT_ENCODING', message, { httpStatus: 415 });
  }
}

/** The signed-in user (or the owner of the API key). @throws AppError UNAUTHENTICATED */
export function requireUser(request: FastifyRequest): { readonly userId: string } {
  const userId = request.identity?.userId;
  if (!userId) throw signedOut();
  return { userId };
}

/** @throws AppError PERMISSION_DENIED for anyone but an unlocked admin. */
export function requireAdmin(request: FastifyRequest): void {
  if (request.identity?.credential !== 'admin') {
    throw new AppError('PERMISSION_DENIED', 'ADMIN_ONLY', 'This is for administrators.');
  }
}
