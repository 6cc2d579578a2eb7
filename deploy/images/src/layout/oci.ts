import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ALLOCATOR } from '@reelwright/local/process-settings';
import { NODE, USER_ID } from '../contents/base.ts';
import { commandOf, type Image, type ImageName } from '../images.ts';
import { type Layer, shareFile } from './layer.ts';

const MEDIA = 'application/vnd.oci.image';

/** The tag of each image in its own layout. */
export const LAYOUT_TAG = 'built';

/**
 * Writes an image as an OCI image layout: https://github.com/opencontainers/image-spec/blob/main/image-layout.md.
 * It has no time in it. @returns its digest
 */
export function writeLayout(folder: string, name: ImageName, image: Image, layers: readonly Layer[]): string {
  const blobs = join(folder, 'blobs/sha256');
  mkdirSync(blobs, { recursive: true });
  for (const { file } of layers) shareFile(file, join(blobs, basename(file)));

  const config = addJson(blobs, `${MEDIA}.config.v1+json`, {
    architecture: process.arch === 'x64' ? 'amd64' : process.arch,
    os: 'linux',
    config: configOf(name, image),
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
  });
  const manifest = addJson(blobs, `${MEDIA}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config,
    layers: layers.map(({ digest, size }) => ({ mediaType: `${MEDIA}.layer.v1.tar+gzip`, digest, size })),
  });
  const annotations = { 'org.opencontainers.image.ref.name': LAYOUT_TAG };
  const index = { schemaVersion: 2, mediaType: `${MEDIA}.index.v1+json`, manifests: [{ ...manifest, annotations }] };
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
  writeFileSync(join(folder, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  return manifest.digest;
}

interface Descriptor {
  readonly digest: string;
  readonly size: number;
}

/** Whether a layout has the image with this digest, and every blob of it. */
export function isWholeLayout(folder: string, digest: string): boolean {
  const fileOf = (of: string) => join(folder, 'blobs/sha256', of.replace('sha256:', ''));
  const index = join(folder, 'index.json');
  if (!existsSync(index) || !existsSync(fileOf(digest))) return false;
  const { manifests } = JSON.parse(readFileSync(index, 'utf8')) as { manifests: readonly Descriptor[] };
  if (manifests[0]?.digest !== digest) return false;
  const manifest = JSON.parse(readFileSync(fileOf(digest), 'utf8')) as {
    config: Descriptor;
    layers: readonly Descriptor[];
  };
  return [manifest.config, ...manifest.layers].every(
    (blob) => statSync(fileOf(blob.digest), { throwIfNoEntry: false })?.size === blob.size,
  );
}

/** How a container of the image is started. */
export function configOf(name: ImageName, image: Image) {
  return {
    User: `${USER_ID}:${USER_ID}`,
    WorkingDir: '/app',
    Entrypoint: [NODE],
    Cmd: commandOf(image),
    Env: Object.entries(envOf(image)).map(([key, value]) => `${key}=${value}`),
    Labels: {
      'org.opencontainers.image.title': `reelwright/${name}`,
      'org.opencontainers.image.description': image.description,
      'org.opencontainers.image.vendor': 'Reelwright',
    },
  };
}

export function envOf({ env = {} }: Image): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin', NODE_ENV: 'production', ...ALLOCATOR, ...env };
}

function addJson(blobs: string, mediaType: string, content: object) {
  const bytes = Buffer.from(JSON.stringify(content));
  const digest = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(blobs, digest), bytes);
  return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
}
