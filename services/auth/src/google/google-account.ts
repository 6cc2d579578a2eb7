import type { Clock } from '@reelwright/clock';
import { type BillingServiceClient, events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import { enqueueEvent } from '@reelwright/outbox';
import { isUniqueViolation } from '@reelwright/postgres';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { normalizeEmail } from '../users/email.ts';
import { cleanName } from '../users/name.ts';
import { profileOf } from '../users/user.events.ts';
import { findUserByEmail, findUserByGoogle, insertUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import { displaceUnverified, mayBeDisplaced } from './displace-unverified.ts';
import type { GoogleProfile } from './id-token.ts';

export interface GoogleAccountDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly clock: Clock;
  readonly store: SessionStore;
  readonly billing: GrpcClient<BillingServiceClient>;
  /** Removes an API key from this process's cache at once. */
  readonly evictApiKey: (keyHash: string) => void;
}

/**
 * The account of a Google identity, created at its first sign-in. An existing account with the same e-mail is replaced if
 * it was neither verified nor paid for; else it is `needsPassword`, which only its password links.
 * @throws AppError GOOGLE_EMAIL_UNVERIFIED
 */
export async function accountForGoogle(
  deps: GoogleAccountDeps,
  profile: GoogleProfile,
): Promise<{ user: User } | { needsPassword: User }> {
  const linkedUser = await findUserByGoogle(deps.db, profile);
  if (linkedUser) return { user: linkedUser };
  if (!profile.email || profile.email_verified !== true) {
    throw new AppError(
      'FAILED_PRECONDITION',
      'GOOGLE_EMAIL_UNVERIFIED',
      'Google has not verified your e-mail address.',
    );
  }
  const email = normalizeEmail(profile.email);
  const existingUser = await findUserByEmail(deps.db, email);
  if (existingUser && !(await mayBeDisplaced(deps.billing, existingUser))) return { needsPassword: existingUser };
  try {
    const user = await createAccount(deps, { ...profile, email }, existingUser);
    return user ? { user } : accountForGoogle(deps, profile);
  } catch (error) {
    // A simultaneous sign-in has created the account.
    if (isUniqueViolation(error)) return accountForGoogle(deps, profile);
    throw error;
  }
}

/** @returns undefined when `old` may no longer be displaced */
async function createAccount(
  deps: GoogleAccountDeps,
  profile: GoogleProfile & { email: string },
  existingUser: User | undefined,
): Promise<User | undefined> {
  const now = deps.clock.now();
  const result = await deps.db.transaction().execute(async (trx) => {
    const displacedAccount = existingUser ? await displaceUnverified(trx, deps, existingUser, now) : undefined;
    if (existingUser && !displacedAccount) return undefined;
    const user = await insertUser(
      trx,
      {
        email: profile.email,
        emailVerified: true,
        passwordHash: null,
        googleIss: profile.iss,
        googleSub: profile.sub,
        firstName: cleanName(profile.given_name),
        lastName: cleanName(profile.family_name),
        profileImageUrl: profile.picture?.startsWith('https://') ? profile.picture : null,
      },
      now,
    );
    await enqueueEvent(trx, events.UserRegistered, profileOf(user), now);
    return { user, displacedAccount };
  });
  deps.store.evict(result?.displacedAccount?.endedSessions ?? []);
  for (const hash of result?.displacedAccount?.keyHashes ?? []) deps.evictApiKey(hash);
  return result?.user;
}
