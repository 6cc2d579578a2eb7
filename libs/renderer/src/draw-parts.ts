import { rename } from 'node:fs/promises';
import type { Drawer } from './drawer.ts';
import { type Encoder, startPart } from './encoder.ts';
import { PART_FRAMES, POSTER, partName } from './kept-parts.ts';
import type { Level } from './levels.ts';
import type { Parts } from './parts.ts';
import type { RenderRequest } from './request.ts';

export interface DrawPartsOptions {
  readonly request: RenderRequest;
  readonly parts: Parts;
  readonly level: Level;
  readonly frames: number;
  readonly posterFrame: number;
  /** The numbers of the parts to draw. */
  readonly missing: readonly number[];
  /** Frames that are already drawn at this level, by number. */
  readonly renderedFrames: Map<number, ArrayBuffer>;
  onFrame(): void;
  /** Called when the file is complete and in the manifest. */
  onPart(name: string): void;
}

/** Number of frames requested ahead of the encoder: the drawer never waits, and few buffers are in memory. */
const AHEAD = 2;

interface Step {
  readonly part: number;
  readonly frame: number;
  readonly first: boolean;
  readonly last: boolean;
}

/** The numbers of the frames that are drawn for a part, in order. */
export function framesOf(part: number, frames: number, { every }: Level): number[] {
  const until = Math.min(frames, (part + 1) * PART_FRAMES);
  const numbers: number[] = [];
  for (let frame = part * PART_FRAMES; frame < until; frame += every) numbers.push(frame);
  return numbers;
}

/**
 * Draws the missing parts. Each drawer makes whole parts: the first drawer starts at the clip's beginning, the second at its
 * end. So most of what a scene builds for one place and time is built by one drawer only.
 */
export async function drawParts(options: DrawPartsOptions, drawers: readonly Drawer[]): Promise<void> {
  const missing = [...options.missing];
  await Promise.all(
    drawers.map((drawer, index) => drawLane(options, drawer, () => (index % 2 ? missing.pop() : missing.shift()))),
  );
}

function* stepsOf({ frames, level }: DrawPartsOptions, next: () => number | undefined): Generator<Step> {
  for (let part = next(); part !== undefined; part = next()) {
    const numbers = framesOf(part, frames, level);
    for (const [index, frame] of numbers.entries())
      yield { part, frame, first: index === 0, last: index === numbers.length - 1 };
  }
}

async function drawLane(options: DrawPartsOptions, drawer: Drawer, next: () => number | undefined): Promise<void> {
  const { request, parts, level, frames, posterFrame, renderedFrames } = options;
  const steps = stepsOf(options, next);
  const requested: { step: Step; planes: Promise<ArrayBuffer> }[] = [];
  const requestNext = (): void => {
    const { value: step } = steps.next();
    if (!step) return;
    // The poster is made from the frame's RGBA bytes, which a rendered frame no longer has, so it is drawn again.
    const posterPath = step.frame === posterFrame ? parts.pathOf(POSTER) : undefined;
    const renderedFrame = posterPath ? undefined : renderedFrames.get(step.frame);
    const planes = renderedFrame
      ? Promise.resolve(renderedFrame)
      : drawer.draw(step.frame, level, posterPath).then((delivery) => delivery.planes);
    planes.catch(() => {});
    requested.push({ step, planes });
  };
  for (let count = 0; count < AHEAD; count++) requestNext();

  let encoder: Encoder | undefined;
  try {
    for (let current = requested.shift(); current; current = requested.shift()) {
      const { part, frame, first, last } = current.step;
      const planes = await current.planes;
      const path = parts.pathOf(partName(part));
      const length = Math.min(PART_FRAMES, frames - part * PART_FRAMES);
      if (first)
        encoder = startPart(request, `${path}.new`, {
          frameSize: request.size,
          rate: request.fps / level.every,
          frames: length,
        });
      if (frame === posterFrame) {
        parts.add(POSTER);
        options.onPart(POSTER);
      }
      await encoder?.write(new Uint8Array(planes));
      drawer.recycle(planes);
      requestNext();
      options.onFrame();
      if (!last) continue;
      await encoder?.finish();
      await rename(`${path}.new`, path);
      parts.add(partName(part));
      options.onPart(partName(part));
    }
  } catch (error) {
    encoder?.kill();
    throw error;
  }
}
