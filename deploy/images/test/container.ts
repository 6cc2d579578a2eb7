import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE, USER_ID } from '../src/contents/base.ts';
import { commandOf, type ImageName, imageOf } from '../src/images.ts';
import { envOf } from '../src/layout/oci.ts';

/** A read-only root, and what a container has beside it: /proc, /dev and a /tmp. All of it ends with the process. */
const MOUNTS = `
mount --bind "$1" "$2" && mount -o remount,bind,ro "$2" &&
mount -t proc proc "$2/proc" && mount --rbind /dev "$2/dev" &&
mount -t tmpfs -o mode=1777 tmpfs "$2/tmp" && mount --bind "$3" "$2/data" || exit 125
root=$2; shift 3
exec unshare --root="$root" --wd=/app --setgid=${USER_ID} --setuid=${USER_ID} "$@"
`;

export interface Container {
  /** What it has printed so far. */
  output(): string;
  /** Resolves when it has ended by itself. */
  ended: Promise<number | null>;
  /** SIGTERM, as a container gets it. @returns the exit code, or null when it had to be killed */
  stop(): Promise<number | null>;
}

/** @throws when this process may not do what a container's engine does */
export function requireMounts(): void {
  const { status, stderr } = spawnSync('unshare', ['--mount', 'true'], { encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(
    `These tests start images as containers are started: run them as root, with unshare. ${stderr ?? ''}`,
  );
}

/**
 * Starts the program of an image in its folder `rootfs`, as its user and with its environment.
 * @param data folder of the host that is /data
 * @param command instead of the image's own
 */
export function startContainer(
  rootfs: string,
  name: ImageName,
  options: { env: Record<string, string>; data?: string; command?: readonly string[]; input?: string },
): Container {
  const image = imageOf(name);
  const scratch = mkdtempSync(join(tmpdir(), 'image-'));
  const [mountPoint, ownData] = [join(scratch, 'root'), join(scratch, 'data')];
  mkdirSync(mountPoint);
  mkdirSync(ownData);
  chmodSync(ownData, 0o1777);
  const args = options.command ?? commandOf(image);
  const child: ChildProcess = spawn(
    'unshare',
    [
      '--mount',
      '--propagation=private',
      'sh',
      '-c',
      MOUNTS,
      'sh',
      rootfs,
      mountPoint,
      options.data ?? ownData,
      NODE,
      ...args,
    ],
    { env: { ...envOf(image), ...options.env }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stdin?.end(options.input ?? '');
  const ended = once(child, 'close').then(([code]) => {
    rmSync(scratch, { recursive: true, force: true });
    return code as number | null;
  });
  return {
    output: () => output,
    ended,
    async stop() {
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
      const code = await ended;
      clearTimeout(limit);
      return code;
    },
  };
}
