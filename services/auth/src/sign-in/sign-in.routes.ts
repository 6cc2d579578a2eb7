import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { AppError } from '@reelwright/errors';
import { errorResponses } from '@reelwright/http-server';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import Type, { type Static } from 'typebox';
import { findBrowser } from '../browsers/known-browsers.ts';
import type { AuthDatabase } from '../database.ts';
import { linkGoogle } from '../google/link-google.ts';
import { type CheckPasswordDeps, checkPassword } from '../passwords/check-password.ts';
import { limitPasswordWork } from '../passwords/limit-password-work.ts';
import { PASSWORD_READ_MAX, type PasswordHasher } from '../passwords/password.ts';
import { loginLimits, SLOW_MS } from '../passwords/throttle.ts';
import { endSession, startSession } from '../sessions/request-session.ts';
import { linkCookie } from '../sessions/session-cookie.ts';
import { requireEmail } from '../users/email.ts';
import { NAME_MAX } from '../users/name.ts';
import { findUserByEmail } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import { signUp } from './sign-up.ts';

const Profile = Type.Object({
  id: Type.String(),
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
});

/** `googleLinked` when this sign-in linked Google. */
const SignedIn = Type.Object({ ...Profile.properties, googleLinked: Type.Optional(Type.Literal(true)) });

/** `isNew` is false when the account existed with this password. */
const SignedUp = Type.Object({ ...Profile.properties, isNew: Type.Boolean() });

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

/** An id without a user: an unknown account causes the same query as a known one. */
const NO_USER = 0;

interface SignInDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly publicUrl: string;
}

/** POST /api/auth/login, /signup, /logout, and the GET addresses that redirect to them. */
export const signInRoutes: FastifyPluginAsyncTypebox<SignInDeps> = async (app, deps) => {
  const link = linkCookie(deps.publicUrl);
  app.post(
    '/api/auth/login',
    { schema: { body: Login, response: { 200: SignedIn, ...errorResponses(400, 401, 429, 503) } } },
    async (request, reply) => {
      const { user, isSlow } = await limitPasswordWork(() => checkLogin(deps, request));
      if (isSlow) await pause(SLOW_MS);
      if (!user) {
        throw new AppError('UNAUTHENTICATED', 'INVALID_CREDENTIALS', 'Invalid credentials. Please try again.');
      }
      const isLinked = await linkGoogle(deps, user.id, request.cookies[link.name]);
      if (isLinked) reply.clearCookie(link.name, { path: '/', secure: link.secure });
      await startSession(deps.db, request, reply, user);
      return { ...toProfile(user), ...(isLinked && { googleLinked: true as const }) };
    },
  );

  app.post(
    '/api/auth/signup',
    { schema: { body: Signup, response: { 200: SignedUp, 201: SignedUp, ...errorResponses(400, 409, 429, 503) } } },
    async (request, reply) => {
      const { user, isNew } = await limitPasswordWork(() => signUpOrSignIn(deps, request));
      await startSession(deps.db, request, reply, user);
      return reply.code(isNew ? 201 : 200).send({ ...toProfile(user), isNew });
    },
  );

  app.post(
    '/api/auth/logout',
    { schema: { response: { 204: Type.Null(), ...errorResponses(403) } } },
    async (request, reply) => {
      await endSession(request, reply);
      return reply.code(204).send(null);
    },
  );

  // GET signs out only from our own pages: a link on another site must not sign a user out.
  for (const path of ['/api/auth/logout', '/api/logout']) {
    app.get(path, { schema: { response: { 302: Type.Null() } } }, async (request, reply) => {
      const site = request.headers['sec-fetch-site'];
      if (site === undefined || site === 'same-origin' || site === 'none') await endSession(request, reply);
      return reply.redirect('/', 302);
    });
  }

  app.get('/api/login', { schema: { response: { 302: Type.Null() } } }, async (_request, reply) =>
    reply.redirect('/auth/login', 302),
  );
};

/**
 * Creates the account, or signs in to an existing one with this password: a retry after a lost response.
 * @throws AppError the errors of `signUp`; EMAIL_TAKEN for another password, TOO_MANY_ATTEMPTS as for a login
 */
async function signUpOrSignIn(
  deps: SignInDeps,
  request: FastifyRequest<{ Body: Static<typeof Signup> }>,
): Promise<{ user: User; isNew: boolean }> {
  try {
    return { user: await signUp(deps, request.body), isNew: true };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'EMAIL_TAKEN')) throw error;
    const { user } = await checkLogin(deps, request);
    if (!user) throw error;
    return { user, isNew: false };
  }
}

/**
 * The user with this e-mail and password. `isSlow` when the account has many failures: delay the response.
 * @throws AppError INVALID_EMAIL
 */
async function checkLogin(
  deps: CheckPasswordDeps,
  request: FastifyRequest<{ Body: Static<typeof Login> }>,
): Promise<{ user: User | undefined; isSlow: boolean }> {
  const { body, ip: address } = request;
  const email = requireEmail(body.email);
  const user = await findUserByEmail(deps.db, email);
  const browser = await findBrowser(deps.db, request, user?.id ?? NO_USER);
  const limits = loginLimits(email, { address, browser });
  const { isRight, isSlow } = await checkPassword(deps, { user, password: body.password, limits });
  return { user: isRight ? user : undefined, isSlow };
}

function toProfile(user: User) {
  return { id: String(user.id), email: user.email, firstName: user.firstName, lastName: user.lastName };
}
