import type { Clock } from '@reelwright/clock';
import { events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import { enqueueEvent } from '@reelwright/outbox';
import { isUniqueViolation } from '@reelwright/postgres';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { PasswordHasher } from '../passwords/password.ts';
import { requireValidPassword } from '../passwords/password-rule.ts';
import { requireEmail } from '../users/email.ts';
import { requireName } from '../users/name.ts';
import { profileOf } from '../users/user.events.ts';
import { insertUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';

/**
 * Creates an account with a password and publishes it.
 * @throws AppError INVALID_EMAIL, INVALID_FIRST_NAME, INVALID_LAST_NAME, EMAIL_TAKEN, the errors of
 *   `requireValidPassword`
 */
export async function signUp(
  deps: { db: Kysely<AuthDatabase>; clock: Clock; hasher: PasswordHasher },
  input: { email: string; password: string; firstName: string; lastName: string },
): Promise<User> {
  const email = requireEmail(input.email);
  const firstName = requireName(input.firstName, 'first');
  const lastName = requireName(input.lastName, 'last');
  requireValidPassword(input.password, email);
  const passwordHash = await deps.hasher.hash(input.password);
  const now = deps.clock.now();
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const user = await insertUser(
        trx,
        {
          email,
          emailVerified: false,
          passwordHash,
          googleSub: null,
          firstName,
          lastName,
          profileImageUrl: null,
        },
        now,
      );
      await enqueueEvent(trx, events.UserRegistered, profileOf(user), now);
      return user;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_key')) {
      throw new AppError(
        'ALREADY_EXISTS',
        'EMAIL_TAKEN',
        'An account with this e-mail address already exists. Please sign in.',
      );
    }
    throw error;
  }
}
