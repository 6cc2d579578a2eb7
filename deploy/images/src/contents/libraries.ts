import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ExpectedError } from '@reelwright/local/say';
import type { Tree } from '../tree/tree.ts';

/**
 * Adds the shared libraries that binaries of the build host need, at their paths there, and the loader. `RUNPATH`s and the
 * loader's own folders then find them without a cache.
 * @param loaded folders with libraries that the program itself has loaded by then
 * @throws Error when the host lacks one
 */
export function addLibraries(tree: Tree, binaries: readonly string[], loaded: readonly string[] = []): void {
  for (const binary of binaries) {
    for (const library of librariesOf(binary, loaded)) {
      const path = join(realpathSync(dirname(library)), basename(library));
      // Others are in the folder of the binary's own package, which is added whole.
      if (path.startsWith('/usr/lib') && !tree.has(path)) tree.addFile(path, realpathSync(library));
    }
  }
}

function librariesOf(binary: string, loaded: readonly string[]): string[] {
  const env = { ...process.env, LC_ALL: 'C', LD_LIBRARY_PATH: loaded.join(':') };
  const { stdout, stderr, error } = spawnSync('ldd', [binary], { encoding: 'utf8', env });
  if (error) throw error;
  if (/statically linked|not a dynamic executable/.test(stdout + stderr)) return [];
  return stdout.split('\n').flatMap((line) => {
    const [, missing] = /^\s*(\S+) => not found/.exec(line) ?? [];
    if (missing) throw new Error(`${binary} needs ${missing}, which this machine does not have`);
    const [, path] = /(?:=> |^\s*)(\/\S+) \(0x/.exec(line) ?? [];
    return path && existsSync(path) ? [path] : [];
  });
}

/** @throws Error when images can't be assembled from the binaries of this machine */
export function requireFitHost(): void {
  const problem = hostProblem();
  if (problem) throw new ExpectedError(`${problem} Images are assembled from the binaries of Debian 12 or newer.`);
}

function hostProblem(): string | undefined {
  if (!existsSync('/var/lib/dpkg/status')) return 'This machine has no Debian packages.';
  if (realpathSync('/lib') !== '/usr/lib') return '/lib is not /usr/lib on this machine.';
  const { glibcVersionRuntime = '0' } = (process.report.getReport() as { header: { glibcVersionRuntime?: string } })
    .header;
  const [major = 0, minor = 0] = glibcVersionRuntime.split('.').map(Number);
  return major > 2 || (major === 2 && minor >= 36)
    ? undefined
    : `The C library of this machine is ${glibcVersionRuntime}, older than 2.36.`;
}
