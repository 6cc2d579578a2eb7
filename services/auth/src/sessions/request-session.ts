import fastifyCookie from '@fastify/cookie';
import fastifySession from '@fastify/session';
import { AppError } from '@reelwright/errors';
import { requireUser } from '@reelwright/http-server';
import { isForeignKeyViolation } from '@reelwright/postgres';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { saveKnownBrowser } from '../browsers/known-browsers.ts';
import type { AuthDatabase } from '../database.ts';
import { findUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import { ABSOLUTE_MS } from './session.ts';
import { browserCookie, type SessionCookie, sessionCookie } from './session-cookie.ts';
import type { SessionStore } from './session-store.ts';

declare module 'fastify' {
  interface Session {
    userId: string;
    signedInAt: string;
  }
  interface FastifyInstance {
    browserCookie: SessionCookie;
  }
}

/** Cookies and sessions for the routes that sign people in and out; other routes know only the gateway's identity. */
export const sessionPlugin = fp(
  async (app, options: { store: SessionStore; secret: string; publicUrl: string }) => {
    const { name, secure } = sessionCookie(options.publicUrl);
    app.decorate('browserCookie', browserCookie(options.publicUrl));
    await app.register(fastifyCookie);
    await app.register(fastifySession, {
      store: options.store as never,
      secret: options.secret,
      cookieName: name,
      saveUninitialized: false,
      rolling: false,
      cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: ABSOLUTE_MS },
    });
    // Browsers compare Expires, which the plugin writes, with our Date header, which is product time. With that a month ahead
    // the cookie would expire on arrival. Max-Age needs no clock and takes precedence.
    app.addHook('onSend', async (_request, reply) => {
      const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
      if (!cookies.some((cookie) => isStarted(cookie, name))) return;
      reply.removeHeader('set-cookie');
      for (const cookie of cookies) {
        // The plugin ends the cookie that the browser came with before it sets the new one of the same name.
        if (isEnded(cookie, name)) continue;
        const maxAge = isStarted(cookie, name) ? `; Max-Age=${ABSOLUTE_MS / 1_000}` : '';
        reply.header('set-cookie', cookie + maxAge);
      }
    });
  },
  { name: 'sessions' },
);

/** Whether a Set-Cookie names a session; one that ends has no value. */
const isStarted = (cookie: string, name: string) => cookie.startsWith(`${name}=`) && !isEnded(cookie, name);
const isEnded = (cookie: string, name: string) => cookie.startsWith(`${name}=;`);

/**
 * Starts a new session for this user and ends the one that the browser had. It starts only if the password is still the one
 * that `user` was read with, as a new password ends every session. The browser is known to the account from now on.
 * @throws AppError SIGNED_OUT when it was changed meanwhile, or the account is gone
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
  // After the insert, and waiting for a lock on the user: either this sees a new password, or its change saw the session.
  const present = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .forShare()
    .executeTakeFirst();
  if (present?.password_hash !== user.passwordHash) {
    await request.session.destroy();
    throw signedOut();
  }
  await saveKnownBrowser(db, request, reply, user.id);
}

/** Signs out; harmless for a visitor. */
export async function endSession(request: FastifyRequest): Promise<void> {
  if (request.session.userId) await request.session.destroy();
}

/**
 * The signed-in user and when this session began (ISO, real time), for routes that see the cookie itself.
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

const signedOut = () => new AppError('UNAUTHENTICATED', 'SIGNED_OUT', 'Please sign in.');
