import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { foldersFrom } from '@reelwright/local/folders';
import { IMAGE_NAMES, type ImageName, imageOf } from '../src/images.ts';
import { assembled } from './assembled.ts';
import { requireMounts } from './container.ts';
import { layerDigests } from './layer-digests.ts';

/** Runs a program while a folder has a second path. */
const MOUNTED = 'mount --bind "$0" "$1" && cd "$1" && shift && exec "$@"';

const folders = foldersFrom(process.env);

test('there is an image of each service', () => {
  const services = readdirSync(join(folders.root, 'services')).filter((name) => name !== 'decisions');
  expect(IMAGE_NAMES).toEqual(expect.arrayContaining(services));
});

test('an image has the programs of its list, no shell, no package manager and no file that others may write to', async () => {
  const { layers } = await assembled('billing');
  const entries = layers.flatMap((layer) => layer.entries());
  const files = entries.filter(([, { kind }]) => kind === 'file').map(([path]) => path);
  for (const program of Object.keys(imageOf('billing').programs)) expect(files).toContain(`/app/src/${program}.js`);
  const outside = files.filter((path) => !/^\/(app|etc)\/|\.so(\.\d+)*$/.test(path));
  expect(outside).toEqual(['/usr/local/bin/node']);
  const names = entries.map(([path]) => path.slice(path.lastIndexOf('/') + 1));
  expect(names.filter((name) => /^(sh|dash|bash|busybox|npm|npx|pnpm|corepack|apt|dpkg)$/.test(name))).toEqual([]);
  const open = entries.filter(([, entry]) => entry.kind !== 'link' && (entry.mode & 0o022) !== 0);
  expect(open.map(([path]) => path)).toEqual(['/data', '/tmp']);
});

test('its list of components names bundled packages, copied ones, Debian’s and Node.js', async () => {
  const { sbom } = await assembled('auth');
  const { components, ...document } = JSON.parse(sbom) as { components: { purl: string }[] };
  const purls = components.map(({ purl }) => purl);
  for (const expected of ['pkg:npm/fastify@', 'pkg:npm/sharp@', 'pkg:deb/debian/libc6@', 'pkg:generic/node@24.'])
    expect(purls).toContainEqual(expect.stringContaining(expected));
  // Both would differ between builds.
  expect(document).not.toHaveProperty('serialNumber');
  expect(JSON.stringify(document)).not.toContain('timestamp');
  expect(purls).toEqual(purls.toSorted());
});

test('the same checkout in another folder gives the same bytes', async () => {
  requireMounts();
  const names: ImageName[] = ['auth', 'gateway'];
  const scratch = mkdtempSync(join(tmpdir(), 'checkout-'));
  const elsewhere = join(scratch, 'elsewhere');
  mkdirSync(elsewhere);
  try {
    const output = execFileSync(
      'unshare',
      [
        ...['--mount', '--propagation=private', 'sh', '-c', MOUNTED],
        ...[
          folders.root,
          elsewhere,
          process.execPath,
          join(elsewhere, 'deploy/images/test/layer-digests.ts'),
          ...names,
        ],
      ],
      { encoding: 'utf8', env: { ...process.env, REELWRIGHT_HOME: join(scratch, 'home') } },
    );
    expect(JSON.parse(output)).toEqual(await layerDigests(names));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}, 120_000);
