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
 * The account of a Google identity, created at its first sign-in. An e-mail alone never opens an account with a
 * password, because mailboxes change owners: `needsPassword` is the account that its password links. An account that
 * was neither verified nor paid for is replaced.
 *
 * @throws AppError GOOGLE_EMAIL_UNVERIFIED
 */
export async function accountForGoogle(
  deps: GoogleAccountDeps,
  profile: GoogleProfile,
): Promise<{ user: User } | { needsPassword: User }> {
  const known = await findUserByGoogle(deps.db, profile);
  if (known) return { user: known };
  if (!profile.email || profile.email_verified !== true) {
    throw new AppError(
      'FAILED_PRECONDITION',
      'GOOGLE_EMAIL_UNVERIFIED',
      'Google has not verified your e-mail address.',
    );
  }
  const email = normalizeEmail(profile.email);
  const old = await findUserByEmail(deps.db, email);
  if (old && !(await mayBeDisplaced(deps.billing, old))) return { needsPassword: old };
  try {
    const user = await makeAccount(deps, { ...profile, email }, old);
    return user ? { user } : accountForGoogle(deps, profile);
  } catch (error) {
    // A simultaneous sign-in has created the account.
    if (isUniqueViolation(error)) return accountForGoogle(deps, profile);
    throw error;
  }
}

/** @returns undefined when `old` may no longer be displaced */
async function makeAccount(
  deps: GoogleAccountDeps,
  profile: GoogleProfile & { email: string },
  old: User | undefined,
): Promise<User | undefined> {
  const now = deps.clock.now();
  const made = await deps.db.transaction().execute(async (trx) => {
    const displaced = old ? await displaceUnverified(trx, deps, old, now) : undefined;
    if (old && !displaced) return undefined;
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
    return { user, displaced };
  });
  deps.store.evict(made?.displaced?.endedSessions ?? []);
  for (const hash of made?.displaced?.keyHashes ?? []) deps.evictApiKey(hash);
  return made?.user;
}
