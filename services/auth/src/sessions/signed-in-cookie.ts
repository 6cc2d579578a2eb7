import type { FastifyReply } from 'fastify';
import { ABSOLUTE_MS } from './session.ts';

const options = { path: '/', sameSite: 'lax' } as const;

/**
 * Tells the pages' own scripts that this browser may have a session: scripts can't read the session's cookie. It is no
 * credential, has the same value for everybody, and auth never reads it.
 */
export function setSignedInCookie(reply: FastifyReply): void {
  const { name, secure } = reply.server.signedInCookie;
  reply.setCookie(name, '1', { ...options, secure, maxAge: ABSOLUTE_MS / 1_000 });
}

export function clearSignedInCookie(reply: FastifyReply): void {
  const { name, secure } = reply.server.signedInCookie;
  reply.clearCookie(name, { ...options, secure });
}
