import { setImmediate } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderRequest } from './request.ts';
import { createPicture, STORY } from './stage/picture.ts';

/** Asks for one frame; `pixels` is a spent buffer to write into, handed over. */
export interface FrameOrder {
  frame: number;
  pixels: ArrayBuffer;
}

export type FrameDelivery = FrameOrder;

const port = parentPort;
if (!port) throw new Error('This file draws frames in a worker thread.');
const { request, frames } = workerData as { request: RenderRequest; frames: number };
const picture = createPicture(request, request.size, 1);

let turn = Promise.resolve();

port.on('message', ({ frame, pixels }: FrameOrder) => {
  // The canvas hands out its pixels in memory that is only given back between turns of the event loop.
  turn = turn
    .then(() => setImmediate())
    .then(() => {
      new Uint8Array(pixels).set(picture.draw((frame * STORY) / frames, frame));
      const delivery: FrameDelivery = { frame, pixels };
      port.postMessage(delivery, [pixels]);
    });
});
