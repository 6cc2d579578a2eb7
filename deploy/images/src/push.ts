import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExpectedError } from '@reelwright/local/say';
import { installDebianPackages } from '@reelwright/local/toolchain/apt';
import { lastLines, readVersion, runCommand } from '@reelwright/local/toolchain/command';
import type { ImageName } from './images.ts';
import { LAYOUT_TAG } from './layout/oci.ts';

export interface Pushed {
  readonly reference: string;
  readonly tag: string;
}

/** Prepares pushes to a registry, such as `registry.example.com` or `127.0.0.1:5000`. Credentials are those of skopeo login. */
export async function createPush(registry: string, root: string) {
  const pushTo = await createPushTo();
  const tag = await tagOf(root);

  /** Pushes an image from its layout. */
  return async (name: ImageName, layout: string): Promise<Pushed> => {
    const repository = `${registry}/reelwright/${name}`;
    return { reference: `${repository}@${await pushTo(layout, `${repository}:${tag}`)}`, tag };
  };
}

/** Prepares pushes to references such as `127.0.0.1:5000/reelwright/auth:dev`. Credentials are those of skopeo login. */
export async function createPushTo() {
  const skopeo = await ensureSkopeo();

  /** Pushes a layout. Of an image that the registry has, only the manifest is sent. @returns its digest there */
  return async (layout: string, reference: string): Promise<string> => {
    const isLoopback = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])(:\d+)?\//.test(reference);
    const scratch = mkdtempSync(join(tmpdir(), 'push-'));
    const digestFile = join(scratch, 'digest');
    const { code, output } = await runCommand(skopeo, [
      '--insecure-policy',
      'copy',
      '--preserve-digests',
      ...['--digestfile', digestFile],
      ...(isLoopback ? ['--dest-tls-verify=false'] : []),
      `oci:${layout}:${LAYOUT_TAG}`,
      `docker://${reference}`,
    ]);
    try {
      if (code !== 0) throw new ExpectedError(`The image could not be pushed to ${reference}:\n${lastLines(output)}`);
      return readFileSync(digestFile, 'utf8').trim();
    } finally {
      rmSync(scratch, { recursive: true });
    }
  };
}

async function ensureSkopeo(): Promise<string> {
  if (await readVersion('skopeo', ['--version'])) return 'skopeo';
  await installDebianPackages('skopeo, which pushes images,', ['skopeo']);
  return '/usr/bin/skopeo';
}

/** The commit that the images are built from, or `dev` when the checkout is not one. */
export async function tagOf(root: string): Promise<string> {
  const changes = await runCommand('git', ['status', '--porcelain'], { cwd: root });
  const commit = await runCommand('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root });
  return changes.code === 0 && changes.output === '' && commit.code === 0 ? commit.output.trim() : 'dev';
}
