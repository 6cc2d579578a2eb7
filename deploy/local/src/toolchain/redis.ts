import { installDebianPackages } from './apt.ts';
import { askVersion } from './command.ts';
import { fetched, given, type Tool } from './tool.ts';

export interface Redis {
  readonly command: string;
  readonly version: string;
}

/** Redis, which only a bench's rival needs: the PATH's, else Debian's. */
export async function bringRedis(): Promise<Tool<Redis>> {
  const present = await versionOf('redis-server');
  if (present) return given('redis', { command: 'redis-server', version: present }, `${present}, found`);

  const started = performance.now();
  const megabytes = await installDebianPackages('Redis', ['redis-server']);
  const command = '/usr/bin/redis-server';
  const version = (await versionOf(command)) ?? 'unknown version';
  return fetched('redis', { command, version }, version, megabytes, started);
}

async function versionOf(command: string): Promise<string | undefined> {
  return /v=(\d+\.\d+\.\d+)/.exec((await askVersion(command, ['--version'])) ?? '')?.[1];
}
