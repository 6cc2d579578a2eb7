import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Absolute paths of everything that is read or written locally. */
export interface Folders {
  /** The checkout. */
  readonly root: string;
  /** The files of this stack: `.reelwright/`, or REELWRIGHT_HOME. */
  readonly home: string;
  /** Deleted only by `make reset`. */
  readonly data: string;
  /** Process ids, secrets, rendered configuration. */
  readonly run: string;
  readonly logs: string;
  /** Downloads, used by every checkout of this user. */
  readonly cache: string;
}

const ROOT = resolve(import.meta.dirname, '../../..');

export function foldersFrom(env: NodeJS.ProcessEnv): Folders {
  const home = resolve(ROOT, env.REELWRIGHT_HOME || '.reelwright');
  return {
    root: ROOT,
    home,
    data: join(home, 'data'),
    run: join(home, 'run'),
    logs: join(home, 'run', 'logs'),
    cache: join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'reelwright'),
  };
}

export function createFolders(folders: Folders): void {
  for (const folder of [folders.data, folders.logs, folders.cache]) mkdirSync(folder, { recursive: true });
}
