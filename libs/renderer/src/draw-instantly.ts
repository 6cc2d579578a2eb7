import { startInstant } from './encoder.ts';
import { writePoster } from './poster.ts';
import type { RenderRequest } from './request.ts';
import { createPicture, STORY } from './stage/picture.ts';

/** Pictures per second of an instant clip. */
const INSTANT_RATE = 1;
const INSTANT_WIDTH = 180;

/** Draws and encodes the few small frames of an instant clip in this process. */
export async function drawInstantly(
  request: RenderRequest,
  path: string,
  posterPath: string,
  sound: Buffer | null,
  reports: { progress(percent: number): void },
): Promise<void> {
  const { size, seconds } = request;
  const small = { width: INSTANT_WIDTH, height: Math.round((INSTANT_WIDTH * size.height) / size.width / 2) * 2 };
  const picture = createPicture(request, small, 1 / 9);
  const frames = seconds * INSTANT_RATE;
  const encoder = startInstant(request, path, { frameSize: small, rate: INSTANT_RATE, frames }, sound);
  try {
    const posterFrame = Math.min(frames - 1, Math.floor((picture.scene.posterAt / STORY) * frames));
    for (let frame = 0; frame < frames; frame++) {
      const pixels = Uint8Array.from(picture.draw(((frame + 0.5) * STORY) / frames, frame));
      if (frame === posterFrame) await writePoster(posterPath, pixels, small);
      await encoder.write(pixels);
      reports.progress(1 + Math.floor((97 * (frame + 1)) / frames));
    }
    await encoder.finish();
  } catch (error) {
    encoder.kill();
    throw error;
  }
}
