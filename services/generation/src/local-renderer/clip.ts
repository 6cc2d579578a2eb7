import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Encoder, startEncoder } from './encoder.ts';
import type { FrameDelivery, FrameOrder } from './frame-worker.ts';
import { writePoster } from './poster.ts';
import { RenderError, type RenderRequest } from './request.ts';
import { createPicture, STORY, sceneOf, seedOf } from './stage/picture.ts';
import { createSound } from './stage/sound.ts';

export interface Clip {
  bytes: number;
  sha256: string;
}

type Progress = (percent: number) => void;

const DRAWERS = 2;
/** Frames each drawer may be ahead of the encoder: enough to never wait, few enough to stay small. */
const AHEAD = 2;
/** An instant clip shows this many pictures a second. */
const INSTANT_RATE = 1;
const INSTANT_WIDTH = 180;

/** Makes one clip and its poster. Nothing but complete files appears at the request's paths. */
export async function renderClip(request: RenderRequest, onProgress: Progress): Promise<Clip> {
  const part = `${request.outputPath}.part`;
  const posterPart = `${request.posterPath}.part`;
  try {
    const sound = request.includeAudio ? soundOf(request) : null;
    onProgress(1);
    if (request.quality === 'instant') await drawInstantly(request, part, sound, onProgress);
    else await drawFully(request, part, sound, onProgress);
    const clip = { bytes: (await stat(part)).size, sha256: await digest(part) };
    // The poster first: whoever sees the clip may count on its poster.
    await rename(posterPart, request.posterPath);
    await rename(part, request.outputPath);
    return clip;
  } catch (error) {
    await Promise.all([rm(part, { force: true }), rm(posterPart, { force: true })]);
    throw error;
  }
}

function soundOf(request: RenderRequest): Buffer {
  const sound = createSound(request.seconds, seedOf(request));
  sceneOf(request).score(sound);
  return sound.finish();
}

async function drawFully(
  request: RenderRequest,
  part: string,
  sound: Buffer | null,
  onProgress: Progress,
): Promise<void> {
  const { size, fps, seconds } = request;
  const frames = fps * seconds;
  const posterFrame = Math.min(frames - 1, Math.round((sceneOf(request).posterAt / STORY) * frames));
  const encoder = startEncoder(request, part, size, String(fps), sound);
  const drawers = startDrawers(request, frames);
  try {
    for (let frame = 0; frame < frames; frame++) {
      const { pixels, recycle } = await drawers.take(frame);
      if (frame === posterFrame) await writePoster(`${request.posterPath}.part`, pixels, size);
      await encoder.write(pixels);
      recycle();
      onProgress(1 + Math.floor((97 * (frame + 1)) / frames));
    }
    await encoder.finish();
  } catch (error) {
    encoder.kill();
    throw error;
  } finally {
    await drawers.stop();
  }
}

/** Worker threads that draw every n-th frame each; `take` hands the frames out in order. */
function startDrawers(request: RenderRequest, frames: number) {
  const waiting = new Map<number, (delivery: FrameDelivery) => void>();
  const ready = new Map<number, FrameDelivery>();
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failed.catch(() => {});
  const file = import.meta.url.endsWith('.ts') ? './frame-worker.ts' : './frame-worker.js';
  const workers = Array.from({ length: DRAWERS }, () => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData: { request, frames } });
    worker.on('error', (cause) => fail(new RenderError('DRAWING_FAILED', 'A frame could not be drawn.', { cause })));
    worker.on('message', (delivery: FrameDelivery) => {
      const taker = waiting.get(delivery.frame);
      waiting.delete(delivery.frame);
      if (taker) taker(delivery);
      else ready.set(delivery.frame, delivery);
    });
    return worker;
  });
  const order = (frame: number, pixels: ArrayBuffer): void => {
    if (frame >= frames) return;
    const message: FrameOrder = { frame, pixels };
    workers[frame % DRAWERS]?.postMessage(message, [pixels]);
  };
  for (let frame = 0; frame < DRAWERS * AHEAD; frame++)
    order(frame, new ArrayBuffer(request.size.width * request.size.height * 4));

  return {
    async take(frame: number): Promise<{ pixels: Uint8Array; recycle: () => void }> {
      const early = ready.get(frame);
      ready.delete(frame);
      const delivery =
        early ?? (await Promise.race([new Promise<FrameDelivery>((resolve) => waiting.set(frame, resolve)), failed]));
      return {
        pixels: new Uint8Array(delivery.pixels),
        recycle: () => order(frame + DRAWERS * AHEAD, delivery.pixels),
      };
    },
    async stop(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

async function drawInstantly(
  request: RenderRequest,
  part: string,
  sound: Buffer | null,
  onProgress: Progress,
): Promise<void> {
  const { size, seconds } = request;
  const small = { width: INSTANT_WIDTH, height: Math.round((INSTANT_WIDTH * size.height) / size.width / 2) * 2 };
  const picture = createPicture(request, small, 1 / 9);
  const encoder: Encoder = startEncoder(request, part, small, String(INSTANT_RATE), sound);
  try {
    const frames = seconds * INSTANT_RATE;
    const posterFrame = Math.min(frames - 1, Math.floor((picture.scene.posterAt / STORY) * frames));
    for (let frame = 0; frame < frames; frame++) {
      const pixels = Uint8Array.from(picture.draw(((frame + 0.5) * STORY) / frames, frame));
      if (frame === posterFrame) await writePoster(`${request.posterPath}.part`, pixels, small);
      await encoder.write(pixels);
      onProgress(1 + Math.floor((97 * (frame + 1)) / frames));
    }
    await encoder.finish();
  } catch (error) {
    encoder.kill();
    throw error;
  }
}

async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest('hex');
}
