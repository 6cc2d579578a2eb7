import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Number of processors this process may use: its CPU affinity, capped by its container's CPU limit. 0.1 is a tenth of one. */
export function processorsOf(root = '/'): number {
  const limits = groupsOf(root).map((folder) => limitOf(folder));
  return Math.min(availableParallelism(), ...limits);
}

/** The folders of this process's cgroups, and the cgroup mounts: in a container the mounts are its own cgroup. */
function groupsOf(root: string): string[] {
  const mount = join(root, 'sys/fs/cgroup');
  const folders = [mount, join(mount, 'cpu'), join(mount, 'cpu,cpuacct')];
  for (const line of read(join(root, 'proc/self/cgroup')).split('\n')) {
    const [number, controllers, path] = line.split(':');
    if (path && number === '0') folders.push(join(mount, path));
    if (path && controllers?.split(',').includes('cpu')) folders.push(join(mount, controllers, path));
  }
  return folders;
}

function limitOf(folder: string): number {
  const [most, every] = read(join(folder, 'cpu.max')).split(' ');
  const quota = Number(most || read(join(folder, 'cpu.cfs_quota_us')));
  const period = Number(every || read(join(folder, 'cpu.cfs_period_us')));
  return quota > 0 && period > 0 ? quota / period : Number.POSITIVE_INFINITY;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}
