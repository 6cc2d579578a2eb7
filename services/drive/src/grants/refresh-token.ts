import { reencryptRows, type TokenCipher } from '@reelwright/token-cipher';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import { type Grant, listGrantsAfter, saveEncryption } from './grant.repository.ts';

/** The context of the encryption: the token decrypts in this row only. */
const contextOf = (grantId: string): string => `drive_grants:${grantId}:refresh_token`;

export const encryptToken = (cipher: TokenCipher, grantId: string, refreshToken: string): string =>
  cipher.encrypt(refreshToken, contextOf(grantId));

export const decryptToken = (cipher: TokenCipher, grant: Pick<Grant, 'id' | 'refresh_token'>): string =>
  cipher.decrypt(grant.refresh_token, contextOf(grant.id));

/** Encrypts with the ring's first key each token that another key encrypted. @returns how many */
export function reencryptTokens({ db, cipher }: { db: Kysely<DriveDatabase>; cipher: TokenCipher }): Promise<number> {
  return reencryptRows<Grant>(cipher, {
    listAfter: (id, limit) => listGrantsAfter(db, id, limit),
    encryptedOf: (grant) => [grant.refresh_token],
    change: (grant) => saveEncryption(db, grant, encryptToken(cipher, grant.id, decryptToken(cipher, grant))),
  });
}
