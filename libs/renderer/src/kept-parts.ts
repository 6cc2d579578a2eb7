import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LevelName, levelNames } from './levels.ts';

/** Frames of a part: a twenty-fourth of a clip of eight seconds. Even, as a frame may be shown twice. */
export const PART_FRAMES = 10;
export const MANIFEST = 'manifest.json';
export const POSTER = 'poster.webp';

export const partName = (part: number): string => `part-${String(part).padStart(3, '0')}.mp4`;

/** The numbers of the parts that a clip of this many frames has. */
export function partsOf(frames: number): number[] {
  return Array.from({ length: Math.ceil(frames / PART_FRAMES) }, (_, part) => part);
}

/** What a folder of parts was drawn with, and the digest of each part that is complete. */
export interface Manifest {
  readonly madeBy: string;
  readonly level: LevelName;
  readonly parts: Record<string, string>;
}

/** The files that may be kept of a clip of this many frames, besides the manifest. */
export function keptFiles(frames: number): string[] {
  return [POSTER, ...partsOf(frames).map(partName)];
}

/** Those of them that the manifest in a folder lists: complete files, to be kept with it. */
export async function listedFiles(folder: string, frames: number): Promise<string[]> {
  const manifest = await readManifest(folder);
  return keptFiles(frames).filter((name) => manifest?.parts[name] !== undefined);
}

/** What the manifest in a folder lists; undefined when there is none that can be read. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    const { madeBy, level, parts } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Partial<Manifest>;
    const known = levelNames.find((name) => name === level);
    if (typeof madeBy !== 'string' || !known || typeof parts !== 'object' || parts === null) return undefined;
    return { madeBy, level: known, parts };
  } catch {
    return undefined;
  }
}
