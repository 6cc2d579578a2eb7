import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { underLoad } from '@reelwright/testing';
import { createTokenCipher } from '@reelwright/token-cipher';
import { findConnection } from '../src/connections/connections.repository.ts';
import { reencryptTokens } from '../src/connections/reencrypt-tokens.ts';
import { aadOf, storedTokens } from '../src/connections/stored-tokens.ts';
import { type Publishing, startPublishing } from './harness.ts';

const OLD = `k1:${Buffer.alloc(32, 5).toString('base64')}`;
const NEXT = `k2:${Buffer.alloc(32, 6).toString('base64')}`;
const PLATFORMS = ['tiktok', 'facebook'] as const;

let publishing: Publishing;
beforeAll(async () => {
  publishing = await startPublishing('reencrypt');
}, 60_000);
afterAll(() => publishing.stop());

it('the token key is replaced: each token is read before, meanwhile and after, in the end without the old key', async () => {
  const { db } = publishing;
  const people = await Promise.all([1, 2, 3].map(() => publishing.creator(...PLATFORMS)));
  const tokensWith = async (ring: string) => {
    const cipher = createTokenCipher(ring);
    const pairs = people.flatMap((userId) => PLATFORMS.map((platform) => ({ userId, platform })));
    return Promise.all(
      pairs.map(async ({ userId, platform }) => {
        const row = await findConnection(db, userId, platform);
        if (!row) throw new Error('no connection');
        const { accessToken, refreshToken } = storedTokens(cipher, row);
        const { post_token: postToken } = row;
        return [accessToken, refreshToken, postToken && cipher.decrypt(postToken, aadOf(row.id, 'post_token'))];
      }),
    );
  };
  const before = await tokensWith(OLD);
  expect(before.flat().filter(Boolean).length).toBeGreaterThan(2 * people.length);

  const cipher = createTokenCipher(`${NEXT},${OLD}`);
  const counts: number[] = [];
  await underLoad([async () => expect(await tokensWith(`${OLD},${NEXT}`)).toEqual(before)], async () => {
    counts.push(await reencryptTokens({ db, cipher }), await reencryptTokens({ db, cipher }));
  });
  expect(counts).toEqual([PLATFORMS.length * people.length, 0]);
  expect(await tokensWith(NEXT)).toEqual(before);
});

it('the command prints how many connections it changed', async () => {
  await publishing.creator(...PLATFORMS);
  const command = join(import.meta.dirname, '../src/connections/reencrypt-tokens-command.ts');
  const env = { PATH: process.env.PATH, DATABASE_URL: publishing.databaseUrl, TOKEN_CIPHER_KEYS: `${NEXT},${OLD}` };
  const run = () => promisify(execFile)(process.execPath, [command], { env });
  const printed = (changedConnections: number) => ({
    stdout: `{"changedConnections":${changedConnections}}\n`,
    stderr: '',
  });
  expect(await run()).toEqual(printed(PLATFORMS.length));
  expect(await run()).toEqual(printed(0));
});
