import { Worker } from 'node:worker_threads';
import type { DrawnFrame, FrameRequest } from './frame-worker.ts';
import type { Level } from './levels.ts';
import { RenderError, type RenderRequest } from './request.ts';
import { planesBytes } from './stage/planes.ts';

/** A worker thread that draws one frame after another. */
export interface Drawer {
  /** With `posterPath`, the frame is also written there as the clip's poster. */
  draw(frame: number, level: Level, posterPath?: string): Promise<DrawnFrame>;
  /** Returns a buffer that is no longer needed; a later frame reuses it. */
  recycle(planes: ArrayBuffer): void;
  stop(): Promise<void>;
}

export function startDrawer(request: RenderRequest, frames: number): Drawer {
  const worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { workerData: { request, frames } });
  const spare: ArrayBuffer[] = [];
  const waiting: PromiseWithResolvers<DrawnFrame>[] = [];
  let failure: RenderError | undefined;
  const fail = (cause?: unknown): void => {
    failure ??= new RenderError('DRAWING_FAILED', 'A frame could not be drawn.', { cause });
    for (const pending of waiting.splice(0)) pending.reject(failure);
  };
  worker.on('error', fail);
  worker.on('message', (frame: DrawnFrame) => waiting.shift()?.resolve(frame));

  return {
    draw(frame, level, posterPath) {
      if (failure) return Promise.reject(failure);
      const planes = spare.pop() ?? new ArrayBuffer(planesBytes(request.size));
      const frameRequest: FrameRequest = { frame, level, planes, posterPath };
      worker.postMessage(frameRequest, [planes]);
      const drawing = Promise.withResolvers<DrawnFrame>();
      waiting.push(drawing);
      // Frames are requested ahead. The caller gets the failure from the frame it awaits; the other rejections are ignored.
      drawing.promise.catch(() => {});
      return drawing.promise;
    },
    recycle: (planes) => void spare.push(planes),
    async stop() {
      await worker.terminate();
      // Rejects the frames that are still awaited, so that their encoders are stopped.
      fail();
    },
  };
}
