import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { foldersFrom } from '@reelwright/local/folders';
import { SERVICES, type ServiceName } from '@reelwright/local/ports';
import { settingsOf } from '@reelwright/local/service-settings';
import { parse } from 'yaml';
import { composeFiles, SECRETS } from '../src/compose/compose-files.ts';
import { NODE } from '../src/contents/base.ts';
import { IMAGE_NAMES } from '../src/images.ts';

interface Part {
  readonly image: string;
  readonly restart: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: { readonly default: { readonly aliases: readonly string[] } };
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

const { root } = foldersFrom(process.env);
const composition = parse(readFileSync(join(root, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Part>;
  volumes: Record<string, unknown>;
};
const parts = composition.services;
let home: string;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'compose-'));
  const run = join(home, 'run');
  mkdirSync(run);
  for (const [path, content] of await composeFiles({ ...foldersFrom(process.env), home, run })) {
    mkdirSync(join(home, dirname(path)), { recursive: true });
    writeFileSync(join(home, path), content);
  }
});
afterAll(() => rmSync(home, { recursive: true }));

const FOLDER = `\${COMPOSE_FILES:-../.reelwright/compose}`;

/** The environment of a part, with the paths of its secrets on this machine. */
function envOf({ environment, env_file = [], volumes = [] }: Part): Record<string, string> {
  const env = Object.fromEntries(Object.entries(environment ?? {}).map(([name, value]) => [name, String(value)]));
  for (const file of env_file) {
    for (const line of readFileSync(file.replace(FOLDER, home), 'utf8').trim().split('\n')) {
      const [, name = '', value = ''] = /^(\w+)='(.*)'$/.exec(line) ?? [];
      env[name] ??= value;
    }
  }
  const mounted = volumes.find((volume) => volume.endsWith(`:${SECRETS}:ro`))?.split(`:${SECRETS}`)[0] ?? '';
  const there = (value: string) => value.replace(SECRETS, mounted.replace(FOLDER, home));
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, there(value)]));
}

const partOf = (name: string): Part => {
  const part = parts[name];
  if (!part) throw new Error(`deploy/compose.yaml has no ${name}`);
  return part;
};

describe.each(SERVICES)('%s', (service: ServiceName) => {
  test('gets settings that it accepts, and no others', async () => {
    const env = envOf(partOf(service));
    const { properties, load } = await settingsOf(root, service);
    expect(() => load(env)).not.toThrow();
    const isKnown = (name: string) => properties[name] ?? properties[name.replace(/_FILE$/, '')];
    expect(Object.keys(env).filter((name) => !isKnown(name))).toEqual([]);
    // A secret in the environment is in what `docker inspect` prints.
    expect(Object.keys(env).filter((name) => properties[name]?.secret)).toEqual([]);
  });

  test('is migrated with the same settings, and found at the ports that it listens on', () => {
    const { env_file, volumes, image } = partOf(service);
    const migration = partOf(`${service}-migrate`);
    expect(migration).toMatchObject({ image, env_file, command: expect.arrayContaining(['src/migrate.js']) });
    expect(volumes).toEqual(expect.arrayContaining([...(migration.volumes ?? [])]));
    for (const [name, address] of Object.entries(partOf(service).environment ?? {})) {
      if (!name.endsWith('_GRPC')) continue;
      const [host = '', port] = String(address).split(':');
      const called = partOf(host.replace(/-headless$/, ''));
      expect([name, called.networks?.default.aliases, String(called.environment?.GRPC_PORT)]).toEqual([
        name,
        [host],
        port,
      ]);
    }
  });
});

test('each part is started again, and its health needs no shell', () => {
  for (const [name, part] of Object.entries(parts)) {
    const isOnce = part.restart === 'on-failure';
    expect([name, part.restart]).toEqual([name, isOnce ? 'on-failure' : 'unless-stopped']);
    if (isOnce || name === 'sandbox') continue;
    expect([name, part.healthcheck?.test.slice(0, 3)]).toEqual([name, ['CMD', NODE, '-e']]);
  }
});

test('it has all images but that of the S3 server, and the names that the gateway looks up', () => {
  const used = new Set(Object.values(parts).map(({ image }) => /\/reelwright\/([\w-]+):/.exec(image)?.[1]));
  // Videos are in a volume.
  expect([...used].sort()).toEqual(IMAGE_NAMES.filter((name) => name !== 'seaweedfs').sort());
  for (const name of [...SERVICES, 'web']) expect(partOf(name).networks?.default.aliases).toEqual([`${name}-headless`]);
});

test('what a part waits for, and the volumes that it mounts, are there', () => {
  for (const part of Object.values(parts)) {
    for (const name of Object.keys(part.depends_on ?? {})) expect(parts).toHaveProperty([name]);
    for (const volume of part.volumes ?? []) {
      if (!volume.startsWith('$')) expect(composition.volumes).toHaveProperty([volume.split(':')[0] ?? '']);
    }
  }
});
