import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LevelName, levelNames } from './levels.ts';

/** Frames per part: an eight-second clip has 24 parts. The number is even because a drawn frame may be shown twice. */
export const PART_FRAMES = 10;
export const MANIFEST = 'manifest.json';
export const POSTER = 'poster.webp';

export const partName = (part: number): string => `part-${String(part).padStart(3, '0')}.mp4`;

/** The numbers of the parts of a clip with this many frames. */
export function partsOf(frames: number): number[] {
  return Array.from({ length: Math.ceil(frames / PART_FRAMES) }, (_, part) => part);
}

/** The fingerprint and level that a folder's parts were drawn with, and the digest of each complete file. */
export interface Manifest {
  readonly madeBy: string;
  readonly level: LevelName;
  readonly parts: Record<string, string>;
}

/** The files, besides the manifest, that can be kept for a clip with this many frames. */
export function keptFiles(frames: number): string[] {
  return [POSTER, ...partsOf(frames).map(partName)];
}

/** The kept files that a folder's manifest lists. They are complete and are kept together with the manifest. */
export async function listedFiles(folder: string, frames: number): Promise<string[]> {
  const manifest = await readManifest(folder);
  return keptFiles(frames).filter((name) => manifest?.parts[name] !== undefined);
}

/** Reads the manifest of a folder; undefined when it is missing or unreadable. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  try {
    const { madeBy, level, parts } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Partial<Manifest>;
    const candidate = levelNames.find((name) => name === level);
    if (typeof madeBy !== 'string' || !candidate || typeof parts !== 'object' || parts === null) return undefined;
    return { madeBy, level: candidate, parts };
  } catch {
    return undefined;
  }
}
