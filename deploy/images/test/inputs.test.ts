import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { foldersFrom } from '@reelwright/local/folders';
import { SERVICES } from '@reelwright/local/ports';
import { rolldown } from 'rolldown';
import { bundle } from '../src/contents/bundle.ts';
import { IMAGE_NAMES, type ImageName, imageOf } from '../src/images.ts';
import { type HostInputs, inputHash } from '../src/inputs/input-hash.ts';
import { inputPaths, isInput } from '../src/inputs/input-paths.ts';
import { copyCheckout } from './checkout.ts';

const folders = foldersFrom(process.env);
const { root } = folders;
const checkout = copyCheckout(folders);
afterAll(() => checkout.remove());

const HOST: HostInputs = { layers: ['sha256:1'], packages: 'libc6 2.41-12\n' };
const hashes = (host = HOST) => IMAGE_NAMES.map((name) => inputHash(checkout.folders.root, name, host));
const unchanged = hashes();
const changed = (now: readonly string[]) => IMAGE_NAMES.filter((_, index) => now[index] !== unchanged[index]);

test.each<[string, string, readonly string[]]>([
  ['a file of a service', 'services/auth/src/app.ts', ['auth']],
  ['a new migration of a service', 'services/billing/migrations/9999-new.ts', ['billing']],
  ['what a package depends on', 'services/drive/package.json', ['drive']],
  ['the renderer', 'libs/renderer/src/index.ts', ['generation']],
  ['a lib that the app is built from', 'libs/faq/src/index.ts', ['external-api', 'web']],
  ['a page', 'web/src/main.tsx', ['web']],
  ['the page’s frame', 'web/index.html', ['web']],
  ['the routes', 'gateway/routes.ts', ['gateway']],
  ['the lockfile', 'pnpm-lock.yaml', IMAGE_NAMES],
  ['the settings of the workspace', 'pnpm-workspace.yaml', IMAGE_NAMES],
  ['the settings of TypeScript', 'tsconfig.base.json', IMAGE_NAMES],
  ['the recipe', 'deploy/images/src/tree/tar.ts', IMAGE_NAMES],
  ['the list of images', 'deploy/images/src/images.ts', IMAGE_NAMES],
  ['a README', 'services/auth/README.md', []],
  ['a test', 'services/auth/test/new.service.test.ts', []],
  ['a test beside its file', 'services/auth/src/new.test.ts', []],
  ['a proof', 'deploy/reliability/src/kill.ts', []],
  ['a chart', 'charts/reelwright/values.yaml', []],
  ['a lib of benchmarks', 'libs/benchmark/src/index.ts', []],
])('%s changes the inputs of its images only', async (_, path, names) => {
  expect(changed(await checkout.whileChanged(path, () => hashes()))).toEqual(names);
});

test('the same files have the same hash, in any folder', () => {
  expect(hashes()).toEqual(unchanged);
  expect(IMAGE_NAMES.map((name) => inputHash(root, name, HOST))).toEqual(unchanged);
});

test('a lib changes the inputs of every image that it reaches through other libs', async () => {
  const names = changed(await checkout.whileChanged('libs/errors/src/index.ts', () => hashes()));
  expect(names).toEqual(expect.arrayContaining([...SERVICES, 'web', 'gateway', 'tools', 'sandbox']));
  const ofKafka = changed(await checkout.whileChanged('libs/kafka/src/index.ts', () => hashes()));
  expect(ofKafka).toEqual(expect.arrayContaining([...SERVICES]));
  expect(ofKafka).not.toContain('gateway');
});

test('Node.js, a program that is not ours and an update of Debian change the inputs of all images', () => {
  expect(changed(hashes({ ...HOST, layers: ['sha256:2'] }))).toEqual(IMAGE_NAMES);
  expect(changed(hashes({ ...HOST, packages: 'libc6 2.41-13\n' }))).toEqual(IMAGE_NAMES);
});

test.each(IMAGE_NAMES)('the paths of %s exist', (name) => {
  expect(inputPaths(root, name).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test.each(IMAGE_NAMES)('%s is bundled from its inputs', async (name) => {
  const programs = Object.entries(imageOf(name).programs).map(([program, path]) => [program, join(root, path)]);
  const { sources } = await bundle(root, Object.fromEntries(programs));
  expect(outside(name, sources)).toEqual([]);
});

test('the gateway’s configuration and the app are made from their inputs', async () => {
  const { sources } = await bundle(root, { render: join(root, 'gateway/render.ts') });
  expect(outside('gateway', sources)).toEqual([]);

  const empty = Object.fromEntries(['.css', '.svg', '.woff2'].map((ending) => [ending, 'empty' as const]));
  const app = await rolldown({ input: join(root, 'web/src/main.tsx'), logLevel: 'silent', moduleTypes: empty });
  const { output } = await app.generate();
  await app.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  expect(modules.length).toBeGreaterThan(100);
  expect(outside('web', modules)).toEqual([]);
});

/** The files of the checkout that are not among an image's inputs. */
function outside(name: ImageName, files: Iterable<string>): string[] {
  const paths = inputPaths(root, name);
  return [...files]
    .filter((file) => file.startsWith(root) && !file.includes('/node_modules/'))
    .map((file) => relative(root, file))
    .filter((file) => !isInput(paths, file));
}
