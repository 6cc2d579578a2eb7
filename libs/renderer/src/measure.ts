import { rm } from 'node:fs/promises';
import type { Drawer } from './drawer.ts';
import { startPart } from './encoder.ts';
import { type FrameCost, levels } from './levels.ts';
import type { Parts } from './parts.ts';
import type { RenderRequest } from './request.ts';

/** The measured moments, as shares of the story. Several are measured because the cost changes during a clip. */
const MOMENTS = [1 / 8, 3 / 8, 5 / 8, 7 / 8];

export interface Measurement {
  readonly cost: FrameCost;
  /** The frames that were drawn for the measurement, at the level `least`. */
  readonly renderedFrames: Map<number, ArrayBuffer>;
}

/** Draws and encodes a few frames at the cheapest level, on all drawers at once as for the whole clip. */
export async function measure(
  request: RenderRequest,
  parts: Parts,
  drawers: readonly Drawer[],
  frames: number,
): Promise<Measurement> {
  const level = levels.least;
  const renderedFrames = new Map<number, ArrayBuffer>();
  const costs = await Promise.all(
    drawers.map(async (drawer, index) => {
      const numbers = momentsOf(index, drawers.length).map(
        (share) => Math.floor((share * frames) / level.every) * level.every,
      );
      const cost = { traceMs: 0, restMs: 0 };
      const pictures: Uint8Array[] = [];
      for (const frame of numbers) {
        // The first draw also builds the scene at this place and runs unoptimised code, so only the second is timed.
        drawer.recycle((await drawer.draw(frame, level)).planes);
        const { planes, traceMs, restMs } = await drawer.draw(frame, level);
        cost.traceMs += traceMs / numbers.length;
        cost.restMs += restMs / numbers.length;
        renderedFrames.set(frame, planes);
        pictures.push(new Uint8Array(planes));
      }
      cost.restMs += (await encodingMs(request, parts.pathOf(`measured-${index}.mp4`), pictures)) / numbers.length;
      return cost;
    }),
  );
  const mean = (of: (cost: FrameCost) => number) => costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length;
  return { cost: { traceMs: mean((cost) => cost.traceMs), restMs: mean((cost) => cost.restMs) }, renderedFrames };
}

/** The moments that a drawer measures. The last one is nearest to where the drawer starts: the clip's beginning or end. */
function momentsOf(index: number, drawers: number): number[] {
  if (drawers === 1) return [...MOMENTS].reverse();
  const half = MOMENTS.length / 2;
  return index === 0 ? MOMENTS.slice(0, half).reverse() : MOMENTS.slice(half);
}

async function encodingMs(request: RenderRequest, path: string, pictures: readonly Uint8Array[]): Promise<number> {
  const { every } = levels.least;
  const startedAt = performance.now();
  const footage = { frameSize: request.size, rate: request.fps / every, frames: pictures.length * every };
  const encoder = startPart(request, path, footage);
  try {
    for (const planes of pictures) await encoder.write(planes);
    await encoder.finish();
  } catch (error) {
    encoder.kill();
    throw error;
  }
  await rm(path);
  return performance.now() - startedAt;
}
