import type { Clock } from '@reelwright/clock';
import { isUniqueViolation } from '@reelwright/postgres';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { lockUser, updateUser } from '../users/user.repository.ts';
import { consumeLinkRequest } from './google-sign-in.repository.ts';

/**
 * Links Google with the account after a sign-in with its password, if this browser returned from Google with that
 * account's e-mail in the last ten minutes. The address then counts as verified, because Google has verified it.
 * @returns whether it was linked now
 */
export async function linkGoogle(
  deps: { db: Kysely<AuthDatabase>; clock: Clock },
  userId: number,
  linkRequestId: string | undefined,
): Promise<boolean> {
  if (!linkRequestId) return false;
  try {
    return await deps.db.transaction().execute(async (trx) => {
      const user = await lockUser(trx, userId);
      const identity = user && (await consumeLinkRequest(trx, linkRequestId, userId));
      if (!identity) return false;
      const change = { googleIss: identity.iss, googleSub: identity.sub, emailVerified: true };
      await updateUser(trx, userId, change, deps.clock.now());
      return true;
    });
  } catch (error) {
    // The Google identity has got its own account meanwhile.
    if (isUniqueViolation(error, 'users_google_iss_google_sub_key')) return false;
    throw error;
  }
}
