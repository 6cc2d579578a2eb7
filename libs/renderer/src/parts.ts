import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { arch, versions } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { MANIFEST, type Manifest, PART_FRAMES, readManifest } from './kept-parts.ts';
import type { LevelName } from './levels.ts';
import { RenderError, type RenderRequest } from './request.ts';

/** The parts of one clip in a folder. The folder may hold parts of an earlier, interrupted run. */
export interface Parts {
  /** The level of the earlier parts; undefined for a new clip. */
  readonly level: LevelName | undefined;
  has(name: string): boolean;
  pathOf(name: string): string;
  /** Sets the level of a new clip. */
  begin(level: LevelName): void;
  /** Adds a complete file to the manifest. */
  add(name: string): void;
}

/** Opens a folder of parts. Removes parts that another request, another renderer or another level has made. */
export async function openParts(
  request: RenderRequest,
  folder: string,
  requestedLevel: LevelName | undefined,
): Promise<Parts> {
  await mkdir(folder, { recursive: true });
  const madeBy = await fingerprint(request);
  const savedManifest = await readManifest(folder);
  const fits =
    savedManifest?.madeBy === madeBy && (requestedLevel === undefined || savedManifest.level === requestedLevel);
  let manifest: Manifest | undefined = fits ? { ...savedManifest, parts: {} } : undefined;
  for (const name of await readdir(folder)) {
    const digest = fits ? savedManifest.parts[name] : undefined;
    if (manifest && digest !== undefined && digest === digestOf(join(folder, name))) manifest.parts[name] = digest;
    else if (name !== MANIFEST) await rm(join(folder, name), { recursive: true });
  }

  const write = (): void => {
    const path = join(folder, MANIFEST);
    writeFileSync(`${path}.new`, JSON.stringify(manifest));
    renameSync(`${path}.new`, path);
  };
  return {
    level: manifest?.level,
    has: (name) => manifest?.parts[name] !== undefined,
    pathOf: (name) => join(folder, name),
    begin(level) {
      manifest = { madeBy, level, parts: {} };
      write();
    },
    add(name) {
      if (!manifest) throw new Error('a part was added before the level was chosen');
      manifest.parts[name] = digestOf(join(folder, name));
      write();
    },
  };
}

function digestOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Hash of everything a part's bytes depend on: the request, the code of the renderer and of `libs/text`, and the tools. */
async function fingerprint(request: RenderRequest): Promise<string> {
  const { videoId, variation, style, notes, brand, logoEdge, size, fps, seconds } = request;
  const subject = { videoId, variation, style, notes, brand, logoEdge, size, fps, seconds, part: PART_FRAMES };
  const tools = [versions.v8, arch, await versionOf(request.ffmpegPath)];
  const hash = createHash('sha256').update(JSON.stringify([subject, tools]));
  for (const [root, names] of codeFiles())
    for (const name of names) hash.update(name).update(readFileSync(join(root, name)));
  return hash.digest('hex');
}

/** By folder. In an image, where this file is part of a bundle, the code is the bundles of its process and its threads. */
function codeFiles(): (readonly [root: string, names: readonly string[]])[] {
  const root = import.meta.dirname;
  if (import.meta.filename.endsWith('.js')) return [[root, ['frame-worker.js', 'render.js']]];
  const text = dirname(fileURLToPath(import.meta.resolve('@reelwright/text')));
  return [root, text].map((folder) => [folder, sourcesIn(folder)]);
}

function sourcesIn(root: string): string[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /(?<!\.test)\.ts$/.test(name)).sort();
}

async function versionOf(ffmpegPath: string): Promise<string> {
  try {
    return (await promisify(execFile)(ffmpegPath, ['-version'])).stdout;
  } catch (cause) {
    throw new RenderError('FFMPEG_FAILED', 'ffmpeg could not be started.', { cause });
  }
}
