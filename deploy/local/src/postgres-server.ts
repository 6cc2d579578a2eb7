import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExpectedError } from './say.ts';
import type { Part } from './supervisor/part.ts';
import { lastLines, runCommand } from './toolchain/command.ts';
import { isOpenToAll, type PostgresBinaries } from './toolchain/postgres.ts';

export interface PostgresServer {
  readonly binaries: PostgresBinaries;
  readonly dataFolder: string;
  readonly port: number;
  readonly password: string;
  /** Settings beside the usual ones. */
  readonly settings?: Readonly<Record<string, string>>;
}

// The server is small, for one developer, but as durable as a real one: parts are killed on purpose in tests.
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '250',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  io_method: 'sync',
  jit: 'off',
  max_wal_senders: '0',
  wal_level: 'minimal',
  log_min_messages: 'warning',
};

/**
 * The folder of the server's data: below `data`, unless root starts it where the server's own user has no access,
 * such as in a checkout under /root.
 */
export function postgresDataFolder(data: string, binaries: PostgresBinaries): string {
  return !binaries.owner || isOpenToAll(data) ? join(data, 'postgres-18') : hiddenPostgresFolder(data);
}

/** The data folder of a stack whose own folder the server cannot access. */
export function hiddenPostgresFolder(data: string): string {
  const name = createHash('sha256').update(data).digest('hex').slice(0, 12);
  return join('/var/lib/reelwright', name, 'postgres-18');
}

export function adminUrl({ port, password }: Pick<PostgresServer, 'port' | 'password'>): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** Creates the data folder if it is missing. @throws ExpectedError if it belongs to another version */
export async function initialisePostgres({ binaries, dataFolder, password }: PostgresServer): Promise<void> {
  const versionFile = join(dataFolder, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim();
    if (version === '18') return;
    throw new ExpectedError(
      `${dataFolder} holds data of PostgreSQL ${version}, not 18: move it away, or 'make reset'.`,
    );
  }
  // A first start that was interrupted leaves a folder that initdb rejects.
  rmSync(dataFolder, { recursive: true, force: true });
  mkdirSync(dataFolder, { recursive: true });
  chmodSync(dataFolder, 0o700);
  const passwordFile = `${dataFolder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (binaries.owner)
    for (const path of [dataFolder, passwordFile]) chownSync(path, binaries.owner.uid, binaries.owner.gid);
  const { code, output } = await runCommand(
    join(binaries.bin, 'initdb'),
    [
      '--pgdata',
      dataFolder,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
    ],
    { cwd: '/', ...binaries.owner },
  );
  rmSync(passwordFile, { force: true });
  if (code !== 0)
    throw new ExpectedError(`PostgreSQL could not make its data folder ${dataFolder}:\n${lastLines(output)}`);
}

export function postgresPart({ binaries, dataFolder, port, settings: extraSettings }: PostgresServer): Part {
  const settings = Object.entries({ ...SETTINGS, ...extraSettings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  return {
    kind: 'part',
    name: 'postgres',
    after: [],
    command: join(binaries.bin, 'postgres'),
    args: ['-D', dataFolder, '-p', String(port), ...settings],
    env: { LC_ALL: 'C' },
    cwd: '/',
    ...binaries.owner,
    address: `127.0.0.1:${port}`,
    ports: [port],
    ready: { kind: 'tcp', port },
    stopSignal: 'SIGINT', // "fast": rolls open transactions back instead of waiting for them
  };
}
