import { installDebianPackages } from './apt.ts';
import { readVersion } from './command.ts';
import { fetchedTool, foundTool, type Tool } from './tool.ts';

export interface Redis {
  readonly command: string;
  readonly version: string;
}

/** Redis, which only a bench's rival needs: the PATH's, else Debian's. */
export async function ensureRedis(): Promise<Tool<Redis>> {
  const version = await versionOf('redis-server');
  if (version) return foundTool('redis', { command: 'redis-server', version }, `${version}, found`);

  const started = performance.now();
  const megabytes = await installDebianPackages('Redis', ['redis-server']);
  const command = '/usr/bin/redis-server';
  const fetchedVersion = (await versionOf(command)) ?? 'unknown version';
  return fetchedTool('redis', { command, version: fetchedVersion }, fetchedVersion, megabytes, started);
}

async function versionOf(command: string): Promise<string | undefined> {
  return /v=(\d+\.\d+\.\d+)/.exec((await readVersion(command, ['--version'])) ?? '')?.[1];
}
