import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { drawInstantly } from './draw-instantly.ts';
import { drawParts, framesOf } from './draw-parts.ts';
import { startDrawer } from './drawer.ts';
import { joinParts } from './encoder.ts';
import { POSTER, partName, partsOf } from './kept-parts.ts';
import { chooseLevel, drawingMs, type LevelName, levelNames, levels } from './levels.ts';
import { measure } from './measure.ts';
import { createPace } from './pace.ts';
import { openParts, type Parts } from './parts.ts';
import { processorsOf } from './processors.ts';
import type { RenderRequest } from './request.ts';
import { STORY, sceneOf, seedOf } from './stage/picture.ts';
import { createSound } from './stage/sound.ts';

export interface Clip {
  bytes: number;
  sha256: string;
}

export interface Reports {
  /** Called after each finished step; `remainingMs` is undefined until the pace is known. */
  progress(percent: number, remainingMs?: () => number | undefined): void;
  /** Called when a file in the folder of parts is complete and listed in the manifest. */
  part(name: string): void;
}

/** At most two parts are drawn at a time: all unfinished parts are lost when the process dies. */
const MAX_DRAWERS = 2;
/** Estimated cost of the sound, the joining and the checksum, in frames of one drawer. */
const FINISH_FRAMES = 4;

/** Makes one clip and its poster. Only complete files appear at the request's paths. */
export async function renderClip(request: RenderRequest, reports: Reports): Promise<Clip> {
  const part = `${request.outputPath}.part`;
  const posterPart = `${request.posterPath}.part`;
  try {
    reports.progress(1);
    if (request.quality === 'instant') await drawInstantly(request, part, posterPart, soundOf(request), reports);
    else await drawFully(request, part, posterPart, reports);
    const clip = { bytes: (await stat(part)).size, sha256: await digest(part) };
    // The poster is renamed first, so that a clip never exists without its poster.
    await rename(posterPart, request.posterPath);
    await rename(part, request.outputPath);
    return clip;
  } catch (error) {
    await Promise.all([rm(part, { force: true }), rm(posterPart, { force: true })]);
    throw error;
  }
}

function soundOf(request: RenderRequest): Buffer | null {
  if (!request.includeAudio) return null;
  const sound = createSound(request.seconds, seedOf(request));
  sceneOf(request).score(sound);
  return sound.finish();
}

async function drawFully(request: RenderRequest, part: string, posterPart: string, reports: Reports): Promise<void> {
  const frames = request.fps * request.seconds;
  const parts = await openParts(request, request.partsPath, requestedLevel(request));
  const finishMs = await drawMissing(request, frames, parts, reports);
  const startedAt = performance.now();
  const framesLeft = () => finishMs && Math.max(0, finishMs - (performance.now() - startedAt));
  reports.progress(97, framesLeft);
  const sound = soundOf(request);
  reports.progress(98, framesLeft);
  const listPath = parts.pathOf('list.txt');
  await writeFile(
    listPath,
    partsOf(frames)
      .map((number) => `file '${partName(number)}'\n`)
      .join(''),
  );
  await joinParts(request, listPath, part, sound);
  reports.progress(99, framesLeft);
  await copyFile(parts.pathOf(POSTER), posterPart);
}

/** Draws the missing parts; resolves to the estimated time for the steps after drawing. */
async function drawMissing(
  request: RenderRequest,
  frames: number,
  parts: Parts,
  reports: Reports,
): Promise<number | undefined> {
  const startedAt = performance.now();
  const threads = Math.max(1, Math.min(MAX_DRAWERS, Math.floor(processorsOf())));
  const drawers = Array.from({ length: threads }, () => startDrawer(request, frames));
  const pace = createPace(startedAt);
  try {
    let renderedFrames = new Map<number, ArrayBuffer>();
    let name = requestedLevel(request) ?? parts.level;
    if (!name) {
      const measured = await measure(request, parts, drawers, frames);
      const clip = { frames, threads };
      name = chooseLevel(measured.cost, clip, request.budgetSeconds * 1_000 - (performance.now() - startedAt));
      pace.expect((drawingMs(levels[name], measured.cost, clip) * levels[name].every) / frames, performance.now());
      if (name === 'least') renderedFrames = measured.renderedFrames;
    }
    if (!parts.level) parts.begin(name);
    const level = levels[name];
    const posterFrame = posterFrameOf(request, frames, level.every);
    const count = (part: number) => framesOf(part, frames, level).length;
    const total = partsOf(frames).reduce((sum, part) => sum + count(part), 0);
    const holdsPoster = (part: number) => framesOf(part, frames, level).includes(posterFrame);
    const missing = partsOf(frames).filter(
      (part) => !parts.has(partName(part)) || (holdsPoster(part) && !parts.has(POSTER)),
    );
    let framesLeft = missing.reduce((sum, part) => sum + count(part), 0);
    const report = (): void => {
      const percent = 1 + Math.floor((96 * (total - framesLeft)) / total);
      reports.progress(percent, () => pace.remaining(framesLeft + FINISH_FRAMES * threads, performance.now()));
    };
    report();
    const onFrame = (): void => {
      framesLeft--;
      pace.step(performance.now());
      report();
    };
    await drawParts(
      { request, parts, level, frames, posterFrame, missing, renderedFrames, onFrame, onPart: reports.part },
      drawers,
    );
    return pace.remaining(FINISH_FRAMES * threads, performance.now());
  } finally {
    await Promise.all(drawers.map((drawer) => drawer.stop()));
  }
}

function requestedLevel({ quality }: RenderRequest): LevelName | undefined {
  return levelNames.find((name) => name === quality);
}

function posterFrameOf(request: RenderRequest, frames: number, every: number): number {
  const posterFrame = Math.min(frames - 1, Math.round((sceneOf(request).posterAt / STORY) * frames));
  return posterFrame - (posterFrame % every);
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
