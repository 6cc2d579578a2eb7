import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '@reelwright/clock';
import type { TokenCipher } from '@reelwright/token-cipher';
import type { Kysely, Transaction } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { UserNotFound } from '../folders/ensure-folder.ts';
import { lockUser } from '../folders/folder.repository.ts';

export interface ConsentDeps {
  readonly db: Kysely<DriveDatabase>;
  readonly clock: Clock;
  readonly cipher: TokenCipher;
  /** The name of this cell; undefined in the first one. */
  readonly cell: string | undefined;
}

const LIFE_MS = 10 * 60_000;

const hashOf = (text: string, encoding: 'hex' | 'base64url') => createHash('sha256').update(text).digest(encoding);

const contextOf = (stateHash: string): string => `drive_consents:${stateHash}:verifier`;

/**
 * Begins a consent: stores a state that only this user can return, once, within ten minutes. It begins with the name of
 * the cell, by which the directory in front finds the cell of the return. @throws UserNotFound for a deleted account
 */
export async function beginConsent(
  { db, clock, cipher, cell }: ConsentDeps,
  userId: string,
): Promise<{ state: string; challenge: string }> {
  const state = (cell ? `${cell}.` : '') + randomBytes(32).toString('base64url');
  const verifier = randomBytes(48).toString('base64url');
  const stateHash = hashOf(state, 'hex');
  await pruneConsents(db, clock.real());
  await db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, userId))) throw new UserNotFound();
    await trx
      .insertInto('drive_consents')
      .values({
        state_hash: stateHash,
        user_id: userId,
        verifier: cipher.encrypt(verifier, contextOf(stateHash)),
        expires_at: new Date(clock.real().getTime() + LIFE_MS),
      })
      .execute();
  });
  return { state, challenge: hashOf(verifier, 'base64url') };
}

/** Takes a returned state. @returns its verifier; undefined if it is unknown, used, expired, or another user's */
export async function takeConsent(
  { db, clock, cipher }: ConsentDeps,
  { state, userId }: { readonly state: string; readonly userId: string },
): Promise<string | undefined> {
  const stateHash = hashOf(state, 'hex');
  const row = await db
    .deleteFrom('drive_consents')
    .where('state_hash', '=', stateHash)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst();
  if (!row || row.expires_at <= clock.real()) return undefined;
  return cipher.decrypt(row.verifier, contextOf(stateHash));
}

/** Deletes consents that were not finished in time. */
export async function pruneConsents(db: Kysely<DriveDatabase>, real: Date): Promise<void> {
  await db.deleteFrom('drive_consents').where('expires_at', '<', real).execute();
}

export async function deleteConsentsOf(trx: Transaction<DriveDatabase>, userId: string): Promise<void> {
  await trx.deleteFrom('drive_consents').where('user_id', '=', userId).execute();
}
