import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Image, ImageName } from '../images.ts';
import { configOf } from './oci.ts';

/**
 * Writes a Dockerfile beside the folder `rootfs`, for people who build with docker or buildah. It only copies, which their
 * oldest releases can do, and starts the same command as the layout.
 */
export function writeDockerfile(folder: string, name: ImageName, image: Image): void {
  const { User, WorkingDir, Entrypoint, Cmd, Env, Labels } = configOf(name, image);
  const lines = [
    '# Written by make images. Do not edit.',
    'FROM scratch',
    'COPY rootfs /',
    ...Env.map((setting) => `ENV ${setting}`),
    ...Object.entries(Labels).map(([label, value]) => `LABEL ${label}=${JSON.stringify(value)}`),
    `USER ${User}`,
    `WORKDIR ${WorkingDir}`,
    `ENTRYPOINT ${JSON.stringify(Entrypoint)}`,
    `CMD ${JSON.stringify(Cmd)}`,
  ];
  writeFileSync(join(folder, 'Dockerfile'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, '.dockerignore'), '*\n!rootfs\n');
}
