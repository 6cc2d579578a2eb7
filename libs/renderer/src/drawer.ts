import { Worker } from 'node:worker_threads';
import type { DrawnFrame, FrameRequest } from './frame-worker.ts';
import type { Level } from './levels.ts';
import { RenderError, type RenderRequest } from './request.ts';

/** A worker thread that draws one frame after another. */
export interface Drawer {
  draw(frame: number, level: Level): Promise<DrawnFrame>;
  /** Returns a buffer that is no longer needed; a later frame reuses it. */
  recycle(pixels: ArrayBuffer): void;
  stop(): Promise<void>;
}

export function startDrawer(request: RenderRequest, frames: number): Drawer {
  const worker = new Worker(new URL('./frame-worker.ts', import.meta.url), { workerData: { request, frames } });
  const { width, height } = request.size;
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
    draw(frame, level) {
      if (failure) return Promise.reject(failure);
      const pixels = spare.pop() ?? new ArrayBuffer(width * height * 4);
      const frameRequest: FrameRequest = { frame, level, pixels };
      worker.postMessage(frameRequest, [pixels]);
      const drawing = Promise.withResolvers<DrawnFrame>();
      waiting.push(drawing);
      // Frames are requested ahead. The caller gets the failure from the frame it awaits; the other rejections are ignored.
      drawing.promise.catch(() => {});
      return drawing.promise;
    },
    recycle: (pixels) => void spare.push(pixels),
    async stop() {
      await worker.terminate();
      // Rejects the frames that are still awaited, so that their encoders are stopped.
      fail();
    },
  };
}
