import { IMAGE_NAMES, type ImageName } from '@reelwright/images/images';
import { SERVICES, type ServiceName } from '@reelwright/local/ports';

export type Chart = 'data' | 'reelwright';

/** The images of charts/data: its plain servers, and the commands that prepare them. */
export const DATA_IMAGES = ['postgres', 'kafka', 'seaweedfs', 'tools'] as const satisfies readonly ImageName[];

const servers: ReadonlySet<ImageName> = new Set(DATA_IMAGES.filter((name) => name !== 'tools'));

/** The images that a chart installs. */
export const imagesOf = (chart: Chart): readonly ImageName[] =>
  chart === 'data' ? DATA_IMAGES : IMAGE_NAMES.filter((name) => !servers.has(name));

/** Where the values of a chart have the digest of an image. */
export function digestPath(chart: Chart, name: ImageName): string {
  if (chart === 'data') return `images.digests.${name}`;
  return SERVICES.includes(name as ServiceName) ? `services.${name}.digest` : `${name}.digest`;
}
