import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { foldersFrom } from '@reelwright/local/folders';
import { type BuiltImage, buildImages } from '../src/build.ts';
import type { ImageName } from '../src/images.ts';
import { copyCheckout } from './checkout.ts';

const NAMES: readonly ImageName[] = ['billing', 'analytics'];
const checkout = copyCheckout(foldersFrom(process.env));
const target = join(checkout.folders.home, 'images');
let first: BuiltImage[];

async function build(names = NAMES): Promise<BuiltImage[]> {
  const built: BuiltImage[] = [];
  await buildImages(checkout.folders, target, names, (image) => built.push(image));
  return built;
}

/** The images that are built again, not kept. */
const builtAgain = async () => (await build()).filter(({ isUnchanged }) => !isUnchanged).map(({ name }) => name);
const digests = (images: readonly BuiltImage[]) => images.map(({ digest }) => digest);

beforeAll(async () => {
  first = await build();
}, 120_000);
afterAll(() => checkout.remove());

test('an image whose inputs have not changed is kept, with its digest', async () => {
  expect(first.map(({ isUnchanged }) => isUnchanged)).toEqual([false, false]);
  const second = await build();
  expect(second.map(({ isUnchanged }) => isUnchanged)).toEqual([true, true]);
  expect(digests(second)).toEqual(digests(first));
  expect(second[0]?.megabytes).toBe(first[0]?.megabytes);
}, 60_000);

test.each<[string, string, readonly ImageName[]]>([
  ['a file of one of them', 'services/analytics/src/app.ts', ['analytics']],
  ['a lib that they reach through other libs', 'libs/errors/src/index.ts', NAMES],
  ['the lockfile', 'pnpm-lock.yaml', NAMES],
  ['the recipe', 'deploy/images/src/assemble.ts', NAMES],
  ['a test', 'services/billing/test/new.test.ts', []],
  ['another service', 'services/auth/src/app.ts', []],
])(
  '%s',
  async (_, path, names) => {
    await build();
    expect(await checkout.whileChanged(path, builtAgain)).toEqual(names);
    expect(digests(await build())).toEqual(digests(first));
  },
  120_000,
);

test('what is not whole is built again', async () => {
  await build();
  const blobs = join(target, 'billing/oci/blobs/sha256');
  rmSync(join(blobs, readdirSync(blobs)[0] ?? ''));
  rmSync(join(target, 'analytics/inputs.json'));
  const again = await build();
  expect(again.map(({ isUnchanged }) => isUnchanged)).toEqual([false, false]);
  expect(digests(again)).toEqual(digests(first));
}, 60_000);

test('archives of layers that no image has any more are removed', async () => {
  await build();
  const layers = join(target, 'layers');
  const archives = () => readdirSync(layers).filter((name) => !name.endsWith('.json')).length;
  expect(archives()).toBe(3);
  await checkout.whileChanged('services/billing/src/app.ts', () => build(['billing']), 'console.log("new");');
  expect(archives()).toBe(3);
}, 60_000);

test('a bundle that takes a file which is not an input fails', async () => {
  const source = 'services/billing/src/app.ts';
  const work = checkout.whileChanged(
    'services/billing/test/taken.ts',
    () => checkout.whileChanged(source, () => build(['billing']), "export * from '../test/taken.ts';"),
    'export const taken = process.pid;',
  );
  await expect(work).rejects.toThrow('services/billing/test/taken.ts');
  expect(readFileSync(join(checkout.folders.root, source), 'utf8')).not.toContain('taken');
}, 60_000);
