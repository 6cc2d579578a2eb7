import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import type { KeyRing } from '@reelwright/config';
import { signedOut } from '@reelwright/errors';
import { requireUser } from '@reelwright/http-server';
import { isForeignKeyViolation } from '@reelwright/postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { saveKnownBrowser } from '../browsers/known-browsers.ts';
import type { AuthDatabase } from '../database.ts';
import { findUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import { setCellCookie } from './cell-cookie.ts';
import { ABSOLUTE_MS } from './session.ts';
import { browserCookie, cellCookie, type SessionCookie, sessionCookie, signedInCookie } from './session-cookie.ts';
import type { SessionStore } from './session-store.ts';
import { clearSignedInCookie, setSignedInCookie } from './signed-in-cookie.ts';

declare module 'fastify' {
  interface Session {
    userId: string;
    signedInAt: string;
  }
  interface FastifyInstance {
    browserCookie: SessionCookie;
    cellCookie: SessionCookie;
    signedInCookie: SessionCookie;
    /** The name of this cell; undefined in the first one. */
    cell: string | undefined;
  }
}

/** Cookies and sessions for the routes that sign users in and out; other routes see only the gateway's identity. */
export const sessionPlugin = fp(
  async (app, options: { store: SessionStore; keys: KeyRing; publicUrl: string; cell: string | undefined }) => {
    const { name, secure } = sessionCookie(options.publicUrl);
    app.decorate('browserCookie', browserCookie(options.publicUrl));
    app.decorate('cellCookie', cellCookie(options.publicUrl));
    app.decorate('signedInCookie', signedInCookie(options.publicUrl));
    app.decorate('cell', options.cell);
    await app.register(fastifyCookie);
    await app.register(fastifySession, {
      store: options.store as never,
      secret: [...options.keys],
      cookieName: name,
      saveUninitialized: false,
      rolling: false,
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: ABSOLUTE_MS },
    });
    // Browsers compare Expires with our Date header, which is product time. With product time a month ahead, the cookie
    // would expire on arrival. Max-Age needs no clock and takes precedence.
    app.addHook('onSend', async (_request, reply) => {
      const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
      if (!cookies.some((cookie) => startsSession(cookie, name))) return;
      reply.removeHeader('set-cookie');
      for (const cookie of cookies) {
        // The plugin expires the browser's old cookie before it sets the new one of the same name.
        if (endsSession(cookie, name)) continue;
        const maxAge = startsSession(cookie, name) ? `; Max-Age=${ABSOLUTE_MS / 1_000}` : '';
        reply.header('set-cookie', cookie + maxAge);
      }
    });
  },
  { name: 'sessions' },
);

/** Whether a Set-Cookie starts a session; one that ends it has no value. */
const startsSession = (cookie: string, name: string) => cookie.startsWith(`${name}=`) && !endsSession(cookie, name);
const endsSession = (cookie: string, name: string) => cookie.startsWith(`${name}=;`);

/**
 * Starts a session for this user, ends the browser's earlier one and stores the browser as known. It starts only if the
 * password is still the one in `user`, because a new password ends every session.
 * @throws AppError SIGNED_OUT when the password was changed or the account deleted meanwhile
 */
export async function startSession(
  db: Kysely<AuthDatabase>,
  request: FastifyRequest,
  reply: FastifyReply,
  user: User,
): Promise<void> {
  await request.session.regenerate();
  request.session.userId = String(user.id);
  request.session.signedInAt = new Date().toISOString();
  try {
    await request.session.save();
  } catch (error) {
    if (isForeignKeyViolation(error, 'sessions_user_id_fkey')) throw signedOut();
    throw error;
  }
  // Read after the insert, waiting for a lock on the user: either this sees the new password, or its change ends the
  // session.
  const row = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .forShare()
    .executeTakeFirst();
  if (row?.password_hash !== user.passwordHash) {
    await request.session.destroy();
    throw signedOut();
  }
  await saveKnownBrowser(db, request, reply, user.id);
  setCellCookie(reply);
  setSignedInCookie(reply);
}

/** Signs out; does nothing for a visitor. */
export async function endSession(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.session.userId) await request.session.destroy();
  clearSignedInCookie(reply);
}

/**
 * The signed-in user and the start of the session (ISO, real time), for routes that read the cookie themselves.
 * @throws AppError SIGNED_OUT
 */
export async function requireOwnSession(
  db: Kysely<AuthDatabase>,
  request: FastifyRequest,
): Promise<{ user: User; signedInAt: string }> {
  const { userId } = requireUser(request);
  const user = request.session.userId === userId ? await findUser(db, Number(userId)) : undefined;
  if (!user) throw signedOut();
  return { user, signedInAt: request.session.signedInAt };
}
