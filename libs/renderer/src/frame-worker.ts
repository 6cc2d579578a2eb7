import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Level } from './levels.ts';
import { writePoster } from './poster.ts';
import type { RenderRequest } from './request.ts';
import { createPicture, STORY } from './stage/picture.ts';
import { createPlanes } from './stage/planes.ts';

/** Requests one frame at a level. `planes` is the buffer to write into; it is transferred to the worker. */
export interface FrameRequest {
  frame: number;
  level: Level;
  planes: ArrayBuffer;
  /** Where to write the frame as the clip's poster too. */
  posterPath?: string | undefined;
}

/** The drawn frame as planes, the time its ray tracing took and the time everything else took. */
export interface DrawnFrame {
  planes: ArrayBuffer;
  traceMs: number;
  restMs: number;
}

const port = parentPort;
if (!port) throw new Error('This file draws frames in a worker thread.');
const { request, frames } = workerData as { request: RenderRequest; frames: number };

const toPlanes = createPlanes(request.size);
let queue = Promise.resolve();
let drawn: { level: Level; picture: ReturnType<typeof createPicture> } | undefined;

function pictureAt(level: Level) {
  const { detail, smooth } = level;
  if (drawn?.level.detail !== detail || drawn.level.smooth !== smooth)
    drawn = { level, picture: createPicture(request, request.size, detail, { smooth }) };
  return drawn.picture;
}

port.on('message', ({ frame, level, planes, posterPath }: FrameRequest) => {
  // The memory of the canvas's pixels is only released between turns of the event loop.
  queue = queue
    .then(() => setImmediate())
    .then(async () => {
      const picture = pictureAt(level);
      const time = (frame * STORY) / frames;
      const startedAt = performance.now();
      picture.trace(time, frame);
      const traced = performance.now();
      const pixels = picture.compose(time);
      toPlanes(pixels, new Uint8Array(planes));
      const result: DrawnFrame = { planes, traceMs: traced - startedAt, restMs: performance.now() - traced };
      if (posterPath) await writePoster(posterPath, pixels, request.size);
      port.postMessage(result, [planes]);
    });
});
