import { Worker } from 'node:worker_threads';
import type { FrameDelivery, FrameOrder } from './frame-worker.ts';
import type { Level } from './levels.ts';
import { RenderError, type RenderRequest } from './request.ts';

/** A thread that draws frames one after the other. */
export interface Drawer {
  draw(frame: number, level: Level): Promise<FrameDelivery>;
  /** Gives a buffer back that is no longer needed, for a later frame. */
  recycle(pixels: ArrayBuffer): void;
  stop(): Promise<void>;
}

export function startDrawer(request: RenderRequest, frames: number): Drawer {
  const file = import.meta.url.endsWith('.ts') ? './frame-worker.ts' : './frame-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), { workerData: { request, frames } });
  const { width, height } = request.size;
  const spare: ArrayBuffer[] = [];
  const waiting: PromiseWithResolvers<FrameDelivery>[] = [];
  let failure: RenderError | undefined;
  const fail = (cause?: unknown): void => {
    failure ??= new RenderError('DRAWING_FAILED', 'A frame could not be drawn.', { cause });
    for (const each of waiting.splice(0)) each.reject(failure);
  };
  worker.on('error', fail);
  worker.on('message', (delivery: FrameDelivery) => waiting.shift()?.resolve(delivery));

  return {
    draw(frame, level) {
      if (failure) return Promise.reject(failure);
      const pixels = spare.pop() ?? new ArrayBuffer(width * height * 4);
      const order: FrameOrder = { frame, level, pixels };
      worker.postMessage(order, [pixels]);
      const delivery = Promise.withResolvers<FrameDelivery>();
      waiting.push(delivery);
      // Frames are ordered ahead: the failure reaches the caller through the one it awaits, the others are dropped.
      delivery.promise.catch(() => {});
      return delivery.promise;
    },
    recycle: (pixels) => void spare.push(pixels),
    async stop() {
      await worker.terminate();
      // Rejects frames that are still awaited, so that their encoder is ended.
      fail();
    },
  };
}
