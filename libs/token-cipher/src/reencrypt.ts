import type { TokenCipher } from './token-cipher.ts';

interface Rows<Row> {
  /** Rows in the order of their ids, those after one. */
  readonly listAfter: (id: string | undefined, limit: number) => Promise<readonly Row[]>;
  /** What is stored encrypted in a row. */
  readonly encryptedOf: (row: Row) => readonly (string | null)[];
  /** Encrypts what a row has with the ring's first key. It was read without a lock. */
  readonly change: (row: Row) => Promise<void>;
}

const BATCH = 500;

/** Whether another key than the ring's first one encrypted one of these. */
export const hasOldKey = (cipher: TokenCipher, encrypted: readonly (string | null)[]): boolean =>
  encrypted.some((text) => text !== null && !cipher.isCurrent(text));

/**
 * Changes each row that another key than the ring's first one encrypted. A run that was interrupted is repeated.
 * @returns how many
 */
export async function reencryptRows<Row extends { readonly id: string }>(
  cipher: TokenCipher,
  { listAfter, encryptedOf, change }: Rows<Row>,
): Promise<number> {
  let changed = 0;
  let last: string | undefined;
  for (;;) {
    const batch = await listAfter(last, BATCH);
    for (const row of batch) {
      if (!hasOldKey(cipher, encryptedOf(row))) continue;
      await change(row);
      changed += 1;
    }
    last = batch.at(-1)?.id;
    if (batch.length < BATCH) return changed;
  }
}
