import type { TokenCipher } from '@reelwright/token-cipher';
import type { Kysely } from 'kysely';
import type { ConnectionRow, PublishingDatabase } from '../database.ts';
import { listConnectionsAfter, lockConnectionById, saveConnection } from './connections.repository.ts';
import { aadOf } from './stored-tokens.ts';

const BATCH = 500;
const COLUMNS = ['access_token', 'refresh_token', 'post_token'] as const;

/**
 * Encrypts with the ring's first key each token that another key encrypted. Each row is locked for its own change only,
 * so that the service works on meanwhile. A run that was interrupted is repeated.
 * @returns how many connections it changed
 */
export async function reencryptTokens(deps: { db: Kysely<PublishingDatabase>; cipher: TokenCipher }): Promise<number> {
  const { db, cipher } = deps;
  const isOld = (row: ConnectionRow) => COLUMNS.some((column) => row[column] && !cipher.isCurrent(row[column]));
  let changed = 0;
  let last: string | undefined;
  for (;;) {
    const batch = await listConnectionsAfter(db, last, BATCH);
    for (const { id } of batch.filter(isOld)) {
      await db.transaction().execute(async (trx) => {
        const row = await lockConnectionById(trx, id);
        if (row && isOld(row)) await saveConnection(trx, row, withCurrentKey(row, cipher));
      });
      changed += 1;
    }
    last = batch.at(-1)?.id;
    if (batch.length < BATCH) return changed;
  }
}

function withCurrentKey(row: ConnectionRow, cipher: TokenCipher): ConnectionRow {
  const tokens = COLUMNS.map((column) => {
    const encrypted = row[column];
    const context = aadOf(row.id, column);
    return [column, encrypted && cipher.encrypt(cipher.decrypt(encrypted, context), context)];
  });
  return { ...row, ...Object.fromEntries(tokens) };
}
