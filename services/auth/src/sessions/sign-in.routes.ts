import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { errorResponses } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import type { AuthDatabase } from '../database.ts';
import { linkGoogle } from '../google/link-google.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { PASSWORD_READ_MAX } from '../passwords/password.ts';
import { loginSubjects, SLOW_MS } from '../passwords/throttle.ts';
import { inTurn } from '../passwords/turns.ts';
import { requireEmail } from '../users/email.ts';
import { NAME_MAX } from '../users/name.ts';
import { signUp } from '../users/sign-up.ts';
import { findUserByEmail } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import { beginSession, endSession } from './session.ts';
import { linkCookie } from './session-cookie.ts';

const Profile = Type.Object({
  id: Type.String(),
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
});

/** `googleLinked`: this sign-in has just linked Google. */
const SignedIn = Type.Object({ ...Profile.properties, googleLinked: Type.Optional(Type.Literal(true)) });

const Login = Type.Object(
  { email: Type.String({ maxLength: 320 }), password: Type.String({ minLength: 1, maxLength: PASSWORD_READ_MAX }) },
  { additionalProperties: false },
);

const Signup = Type.Object(
  {
    email: Type.String({ maxLength: 320 }),
    password: Type.String({ minLength: 1, maxLength: PASSWORD_READ_MAX }),
    firstName: Type.String({ maxLength: NAME_MAX }),
    lastName: Type.String({ maxLength: NAME_MAX }),
  },
  { additionalProperties: false },
);

interface SignInDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** POST /api/auth/login, /signup, /logout; the older GET addresses that lead to them. */
export const signInRoutes: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const link = linkCookie(deps.publicUrl);
  app.post(
    '/api/auth/login',
    { schema: { body: Login, response: { 200: SignedIn, ...errorResponses(400, 401, 429, 503) } } },
    async (request, reply) => {
      const { user, isSlow } = await inTurn(() => checkLogin(deps.db, request.body, request.ip));
      if (isSlow) await pause(SLOW_MS);
      if (!user) {
        throw new AppError('UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'Invalid credentials. Please try again.');
      }
      const isLinked = await linkGoogle(deps, user.id, request.cookies[link.name]);
      if (isLinked) reply.clearCookie(link.name, { path: '/', secure: link.secure });
      await beginSession(deps.db, request, user);
      return { ...toProfile(user), ...(isLinked && { googleLinked: true as const }) };
    },
  );

  app.post(
    '/api/auth/signup',
    { schema: { body: Signup, response: { 201: Profile, ...errorResponses(400, 409, 503) } } },
    async (request, reply) => {
      const user = await inTurn(() => signUp(deps, request.body));
      await beginSession(deps.db, request, user);
      return reply.code(201).send(toProfile(user));
    },
  );

  app.post(
    '/api/auth/logout',
    { schema: { response: { 204: Type.Null(), ...errorResponses(403) } } },
    async (request, reply) => {
      await endSession(request);
      return reply.code(204).send(null);
    },
  );

  // A link on another site must not sign anybody out, so the GET forms only listen to our own pages.
  for (const path of ['/api/auth/logout', '/api/logout']) {
    app.get(path, async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      if (site === undefined || site === 'same-origin' || site === 'none') await endSession(request);
      return reply.redirect('/', 302);
    });
  }

  app.get('/api/login', async (_request, reply) => reply.redirect('/auth/login', 302));
};

/**
 * The user whose password this is. `isSlow`: many guess at this account, so the answer is to take a second longer.
 * @throws AppError INVALID_EMAIL
 */
async function checkLogin(
  db: Kysely<AuthDatabase>,
  given: { email: string; password: string },
  address: string,
): Promise<{ user: User | undefined; isSlow: boolean }> {
  const email = requireEmail(given.email);
  const user = await findUserByEmail(db, email);
  const { isRight, isSlow } = await checkPassword(db, {
    user,
    password: given.password,
    subjects: loginSubjects(email, address),
  });
  return { user: isRight ? user : undefined, isSlow };
}

function toProfile(user: User) {
  return { id: String(user.id), email: user.email, firstName: user.firstName, lastName: user.lastName };
}
