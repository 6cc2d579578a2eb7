import type { TokenCipher } from '@reelwright/token-cipher';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { type Grant, listGrantsAfter, saveEncryption } from './grant.repository.ts';

const BATCH = 500;

/** The context of the encryption: the token decrypts in this row only. */
const contextOf = (grantId: string): string => `drive_grants:${grantId}:refresh_token`;

export const encryptToken = (cipher: TokenCipher, grantId: string, refreshToken: string): string =>
  cipher.encrypt(refreshToken, contextOf(grantId));

export const decryptToken = (cipher: TokenCipher, grant: Pick<Grant, 'id' | 'refresh_token'>): string =>
  cipher.decrypt(grant.refresh_token, contextOf(grant.id));

/** Encrypts with the ring's first key each token that another key encrypted. @returns how many */
export async function reencryptTokens(deps: { db: Kysely<DriveDatabase>; cipher: TokenCipher }): Promise<number> {
  const { db, cipher } = deps;
  let changed = 0;
  let last: string | undefined;
  for (;;) {
    const batch = await listGrantsAfter(db, last, BATCH);
    for (const grant of batch.filter(({ refresh_token: token }) => !cipher.isCurrent(token))) {
      await saveEncryption(db, grant, encryptToken(cipher, grant.id, decryptToken(cipher, grant)));
      changed += 1;
    }
    last = batch.at(-1)?.id;
    if (batch.length < BATCH) return changed;
  }
}
