import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
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
