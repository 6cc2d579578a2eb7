import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Level } from './levels.ts';
import type { RenderRequest } from './request.ts';
import { createPicture, STORY } from './stage/picture.ts';

/** Requests one frame at a level. `pixels` is the buffer to write into; it is transferred to the worker. */
export interface FrameRequest {
  frame: number;
  level: Level;
  pixels: ArrayBuffer;
}

/** The drawn frame, the time its ray tracing took and the time everything else took. */
export interface DrawnFrame {
  pixels: ArrayBuffer;
  traceMs: number;
  restMs: number;
}

const port = parentPort;
if (!port) throw new Error('This file draws frames in a worker thread.');
const { request, frames } = workerData as { request: RenderRequest; frames: number };

let queue = Promise.resolve();
let drawn: { level: Level; picture: ReturnType<typeof createPicture> } | undefined;

function pictureAt(level: Level) {
  const { detail, smooth } = level;
  if (drawn?.level.detail !== detail || drawn.level.smooth !== smooth)
    drawn = { level, picture: createPicture(request, request.size, detail, { smooth }) };
  return drawn.picture;
}

port.on('message', ({ frame, level, pixels }: FrameRequest) => {
  // The memory of the canvas's pixels is only released between turns of the event loop.
  queue = queue
    .then(() => setImmediate())
    .then(() => {
      const picture = pictureAt(level);
      const time = (frame * STORY) / frames;
      const startedAt = performance.now();
      picture.trace(time, frame);
      const traced = performance.now();
      new Uint8Array(pixels).set(picture.compose(time));
      const result: DrawnFrame = { pixels, traceMs: traced - startedAt, restMs: performance.now() - traced };
      port.postMessage(result, [pixels]);
    });
});
