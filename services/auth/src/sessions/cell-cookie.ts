import type { FastifyReply } from 'fastify';
import { ABSOLUTE_MS } from './session.ts';

/**
 * Tells the directory in front which cell has the account, for as long as a session may last. It stays after the session
 * has ended, and is no credential: auth never reads it.
 */
export function setCellCookie(reply: FastifyReply): void {
  const { cell, cellCookie } = reply.server;
  if (cell === undefined) return;
  const { name, secure } = cellCookie;
  reply.setCookie(name, cell, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: ABSOLUTE_MS / 1_000 });
}
