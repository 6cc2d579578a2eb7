import { execFileSync } from 'node:child_process';
import { createPlanes, planesBytes } from './planes.ts';

const ffmpeg = process.env.FFMPEG_PATH || 'ffmpeg';

/** A picture of smooth colours with all hues, as RGBA bytes. */
function colourful({ width, height }: { width: number; height: number }): Uint8Array {
  const rgba = new Uint8Array(width * height * 4).fill(255);
  const wave = (angle: number) => Math.round(127.5 + 127.5 * Math.sin(angle));
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i += 4) {
      rgba[i] = wave(x / 9);
      rgba[i + 1] = wave(y / 11 + 2);
      rgba[i + 2] = wave((x + y) / 13 + 4);
    }
  return rgba;
}

function converted(rgba: Uint8Array, size: { width: number; height: number }): Uint8Array {
  const planes = new Uint8Array(planesBytes(size));
  createPlanes(size)(rgba, planes);
  return planes;
}

describe('a picture for the encoder', () => {
  it.each([
    { width: 96, height: 64 },
    { width: 54, height: 38 },
    { width: 2, height: 2 },
  ])('has the planes that ffmpeg converts it to, at $width by $height', (size) => {
    const rgba = colourful(size);
    const raw = [
      '-f',
      'rawvideo',
      '-pixel_format',
      'rgba',
      '-video_size',
      `${size.width}x${size.height}`,
      '-i',
      'pipe:0',
    ];
    const filter = 'scale=out_color_matrix=bt709:out_range=tv:flags=area+accurate_rnd+bitexact,format=yuv420p';
    const output = ['-vf', filter, '-f', 'rawvideo', 'pipe:1'];
    const expected = execFileSync(ffmpeg, ['-v', 'error', ...raw, ...output], { input: rgba });
    const planes = converted(rgba, size);
    expect(planes.length).toBe(expected.length);
    const differences = planes.map((value, i) => Math.abs(value - (expected[i] as number)));
    expect(Math.max(...differences)).toBeLessThanOrEqual(2);
  });

  it('has black, white and grey within the limited range, without colour', () => {
    const size = { width: 8, height: 2 };
    for (const [grey, lightness] of [
      [0, 16],
      [255, 235],
      [128, 126],
    ] as const) {
      const planes = converted(new Uint8Array(8 * 2 * 4).fill(grey), size);
      expect([...new Set(planes.subarray(0, 16))]).toEqual([lightness]);
      expect([...new Set(planes.subarray(16))]).toEqual([128]);
    }
  });
});
