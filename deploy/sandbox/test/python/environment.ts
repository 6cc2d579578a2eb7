import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const requirements = join(import.meta.dirname, 'requirements.txt');

/**
 * Creates a virtual environment with the pinned official SDKs, once, in the cache that all checkouts share.
 * @returns the interpreter's path. @throws one sentence
 */
export async function installPython(): Promise<string> {
  const version = await askFor('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])']);
  if (version === undefined || Number(version.split('.')[1]) < 10)
    throw new Error(`Python 3.10 or newer is missing (found ${version ?? 'none'}): install python3 and python3-pip.`);
  if ((await askFor('python3', ['-m', 'pip', '--version'])) === undefined)
    throw new Error('pip, which fetches the Python SDKs, is missing: install python3-pip.');

  const cache = cacheFolder();
  const pinned = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const home = join(cache, `python-sdks-${version}-${pinned}`);
  const python = join(home, 'bin', 'python3');
  if (existsSync(python)) return python;

  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(join(cache, 'python-sdks.'));
  try {
    // Without pip the environment is small and needs only the interpreter.
    await run('python3', ['-m', 'venv', '--without-pip', fresh]);
    const options = ['--quiet', '--no-compile', '--no-deps', '--only-binary=:all:', '--require-hashes'];
    const pip = ['-m', 'pip', '--python', join(fresh, 'bin', 'python3'), 'install', ...options, '-r', requirements];
    await run('python3', pip, { timeout: 300_000 });
    renameSync(fresh, home);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another run may have created it meanwhile.
    if (!existsSync(python))
      throw new Error(`The Python SDKs could not be fetched: check pip's index and the network.\n${lastLines(error)}`);
  }
  return python;
}

/** The cache folder that all checkouts share. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'reelwright');
}

/** The output of a command; undefined when it is missing or fails. */
export async function askFor(command: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return (await run(command, args)).stdout.trim();
  } catch {
    return undefined;
  }
}

export function lastLines(error: unknown): string {
  const { stderr, message } = error as Error & { stderr?: string };
  return (stderr || message).trim().split('\n').slice(-4).join('\n');
}
