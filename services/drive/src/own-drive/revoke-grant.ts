import type { TokenCipher } from '@reelwright/token-cipher';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';
import type { GoogleConsent } from '../google/google-consent.ts';
import { type Grant, isAccountShared } from '../grants/grant.repository.ts';
import { decryptToken } from '../grants/refresh-token.ts';

export interface RevokeDeps {
  readonly db: Kysely<DriveDatabase>;
  readonly cipher: TokenCipher;
  readonly consent: GoogleConsent;
}

/** Ends a grant at Google, unless another grant is for the same account: Google would end both. @throws DriveFailure */
export async function revokeGrant(
  { db, cipher, consent }: RevokeDeps,
  grant: Grant,
  signal: AbortSignal,
): Promise<void> {
  if (await isAccountShared(db, grant)) return;
  await consent.revoke(decryptToken(cipher, grant), signal);
}
