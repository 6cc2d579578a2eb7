import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { profileOf } from '../users/user.events.ts';
import { findUserByEmail, findUserByGoogleSub, insertUser } from '../users/user.repository.ts';
import { normalizeEmail, type User } from '../users/user.ts';

/** What Google's userinfo endpoint says of a person. */
export interface GoogleProfile {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly given_name?: string;
  readonly family_name?: string;
  readonly picture?: string;
}

/**
 * The account of a Google identity, made at its first sign-in. The identity is `sub`; an e-mail alone never opens an
 * account that has a password, for whoever holds a mailbox today need not be who signed up.
 *
 * @throws AppError GOOGLE_EMAIL_UNVERIFIED, GOOGLE_LINK_NEEDS_PASSWORD
 */
export async function accountForGoogle(
  deps: { db: Kysely<AuthDatabase>; clock: Clock },
  profile: GoogleProfile,
): Promise<User> {
  const known = await findUserByGoogleSub(deps.db, profile.sub);
  if (known) return known;
  if (!profile.email || profile.email_verified !== true) {
    throw new AppError(
      'FAILED_PRECONDITION',
      'GOOGLE_EMAIL_UNVERIFIED',
      'Google has not verified your e-mail address.',
    );
  }
  const email = normalizeEmail(profile.email);
  if (await findUserByEmail(deps.db, email)) {
    throw new AppError(
      'FAILED_PRECONDITION',
      'GOOGLE_LINK_NEEDS_PASSWORD',
      'This e-mail has an account with a password. Sign in with your password to link Google.',
    );
  }
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (trx) => {
    const user = await insertUser(
      trx,
      {
        email,
        emailVerified: true,
        passwordHash: null,
        googleSub: profile.sub,
        firstName: profile.given_name ?? '',
        lastName: profile.family_name ?? '',
        profileImageUrl: profile.picture?.startsWith('https://') ? profile.picture : null,
      },
      now,
    );
    await enqueueEvent(trx, events.UserRegistered, profileOf(user), now);
    return user;
  });
}
