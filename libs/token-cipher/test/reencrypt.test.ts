import { randomBytes } from 'node:crypto';
import { createTokenCipher, reencryptRows } from '../src/index.ts';

const newKey = (kid: string) => `${kid}:${randomBytes(32).toString('base64')}`;
const oldKey = newKey('k1');
const ring = createTokenCipher(`${newKey('k2')},${oldKey}`);
const before = createTokenCipher(oldKey);
const ROWS = 1100;

interface Row {
  readonly id: string;
  readonly tokens: readonly (string | null)[];
}

const encrypted = (cipher: typeof ring, id: string) => cipher.encrypt('token', id);

function tableOf(rows: readonly Row[]) {
  const stored = new Map(rows.map((row) => [row.id, row]));
  const reads: number[] = [];
  return {
    reads,
    async listAfter(id: string | undefined, limit: number) {
      const batch = [...stored.values()].filter((row) => id === undefined || row.id > id).slice(0, limit);
      reads.push(batch.length);
      return batch;
    },
    encryptedOf: (row: Row) => row.tokens,
    async change({ id, tokens }: Row) {
      stored.set(id, { id, tokens: tokens.map((token) => token && ring.encrypt(ring.decrypt(token, id), id)) });
    },
  };
}

it('changes the rows that another key encrypted, in batches, each once', async () => {
  const ids = Array.from({ length: ROWS }, (_, index) => String(index).padStart(4, '0'));
  const table = tableOf(ids.map((id) => ({ id, tokens: [encrypted(before, id)] })));
  expect(await reencryptRows(ring, table)).toBe(ROWS);
  expect(table.reads).toEqual([500, 500, 100]);
  expect(await reencryptRows(ring, table)).toBe(0);
});

it('changes a row of which one token alone has the old key, and no row without tokens', async () => {
  const table = tableOf([
    { id: 'a', tokens: [encrypted(ring, 'a'), null, encrypted(before, 'a')] },
    { id: 'b', tokens: [null] },
    { id: 'c', tokens: [encrypted(ring, 'c')] },
  ]);
  expect(await reencryptRows(ring, table)).toBe(1);
});
