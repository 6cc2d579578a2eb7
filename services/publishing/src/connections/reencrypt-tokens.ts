import { hasOldKey, reencryptRows, type TokenCipher } from '@reelwright/token-cipher';
import type { Kysely } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import { listConnectionsAfter, lockConnectionById, saveConnection } from './connections.repository.ts';
import { aadOf } from './stored-tokens.ts';

const COLUMNS = ['access_token', 'refresh_token', 'post_token'] as const;

const encryptedOf = (row: ConnectionRow) => COLUMNS.map((column) => row[column]);

/**
 * Encrypts with the ring's first key each token that another key encrypted. Each row is locked for its own change only,
 * so that the service works on meanwhile. @returns how many connections it changed
 */
export function reencryptTokens(deps: { db: Kysely<PublishingDatabase>; cipher: TokenCipher }): Promise<number> {
  const { db, cipher } = deps;
  return reencryptRows<ConnectionRow>(cipher, {
    listAfter: (id, limit) => listConnectionsAfter(db, id, limit),
    encryptedOf,
    change: ({ id }) =>
      db.transaction().execute(async (trx) => {
        const row = await lockConnectionById(trx, id);
        if (row && hasOldKey(cipher, encryptedOf(row))) await saveConnection(trx, row, withCurrentKey(row, cipher));
      }),
  });
}

function withCurrentKey(row: ConnectionRow, cipher: TokenCipher): ConnectionRow {
  const tokens = COLUMNS.map((column) => {
    const encrypted = row[column];
    const context = aadOf(row.id, column);
    return [column, encrypted && cipher.encrypt(cipher.decrypt(encrypted, context), context)];
  });
  return { ...row, ...Object.fromEntries(tokens) };
}
