import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@reelwright/clock';
import type { TokenCipher } from '@reelwright/token-cipher';
import type { Kysely, Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import { requireUserLock } from '../users/user-lock.ts';

const LIFE_MS = 10 * 60_000;

const hashOf = (state: string) => createHash('sha256').update(state).digest('hex');

/**
 * Begins a consent: stores a state that only this user can return, once, within ten minutes. It begins with the name of
 * the cell, by which the directory in front finds the cell of the return.
 */
export async function beginConsent(
  deps: { db: Kysely<PublishingDatabase>; clock: Clock; cipher: TokenCipher; cell: string | undefined },
  given: { userId: string; platform: Platform; usesPkce: boolean },
): Promise<{ state: string; challenge?: string }> {
  const state = (deps.cell ? `${deps.cell}.` : '') + randomBytes(32).toString('base64url');
  const stateHash = hashOf(state);
  const verifier = given.usesPkce ? randomBytes(48).toString('base64url') : undefined;
  await pruneConsents(deps.db, deps.clock.real());
  await deps.db.transaction().execute(async (trx) => {
    await requireUserLock(trx, given.userId);
    await trx
      .insertInto('oauth_states')
      .values({
        state_hash: stateHash,
        user_id: given.userId,
        platform: given.platform,
        verifier: verifier ? deps.cipher.encrypt(verifier, `oauth_states:${stateHash}:verifier`) : null,
        expires_at: new Date(deps.clock.real().getTime() + LIFE_MS),
      })
      .execute();
  });
  return { state, ...(verifier && { challenge: createHash('sha256').update(verifier).digest('base64url') }) };
}

/** Takes a returned state. Undefined if it is unknown, used, expired, or of another user or platform. */
export async function takeConsent(
  deps: { db: Kysely<PublishingDatabase>; clock: Clock; cipher: TokenCipher },
  given: { state: string; userId: string; platform: Platform },
): Promise<{ verifier?: string } | undefined> {
  const stateHash = hashOf(given.state);
  const row = await deps.db
    .deleteFrom('oauth_states')
    .where('state_hash', '=', stateHash)
    .where('user_id', '=', given.userId)
    .where('platform', '=', given.platform)
    .returningAll()
    .executeTakeFirst();
  if (!row || row.expires_at <= deps.clock.real()) return undefined;
  return row.verifier ? { verifier: deps.cipher.decrypt(row.verifier, `oauth_states:${stateHash}:verifier`) } : {};
}

/** Deletes consents that were not finished in time. */
export async function pruneConsents(db: Kysely<PublishingDatabase>, real: Date): Promise<void> {
  await db.deleteFrom('oauth_states').where('expires_at', '<', real).execute();
}

export async function deleteConsentsOf(trx: Transaction<PublishingDatabase>, userId: string): Promise<void> {
  await trx.deleteFrom('oauth_states').where('user_id', '=', userId).execute();
}
