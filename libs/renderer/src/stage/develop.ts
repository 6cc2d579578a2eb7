import type { Colour } from './colour.ts';
import type { Film } from './film.ts';
import { developKernel } from './generated/develop-kernel.ts';
import { kernelOf, makeRoom } from './wasm.ts';

/** How a film is turned into a picture. */
export interface Grade {
  /** 1 is neutral. */
  exposure: number;
  /** Strength of the glow around bright areas. */
  bloom: number;
  /** Light above this glows. */
  bloomFrom: number;
  /** Darkening of the corners, 0 to 1. */
  vignette: number;
  /** 1 is neutral. */
  saturation: number;
  /** Strength of film grain, in 255ths; without it, only a dither against banding. */
  grain?: number;
  /** Tints of dark and of light tones, as a film print has them: 1, 1, 1 is neutral. */
  print?: { dark: Colour; light: Colour };
}

export const plainGrade: Grade = { exposure: 1, bloom: 0.5, bloomFrom: 0.9, vignette: 0.25, saturation: 1.1 };

const CURVE_STEPS = 4096;
const CURVE_TOP = 8;

// Filmic shoulder (Narkowicz' fit of ACES) and the sRGB curve in one table, indexed by the square root of light.
const curve = (() => {
  const table = new Float32Array(CURVE_STEPS + 2);
  for (let step = 0; step < table.length; step++) {
    const light = (step / CURVE_STEPS) ** 2 * CURVE_TOP;
    const film = Math.min(1, (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14));
    table[step] = 255 * (film <= 0.0031308 ? 12.92 * film : 1.055 * film ** (1 / 2.4) - 0.055);
  }
  return table;
})();

const start = kernelOf<{
  brightPart(
    film: number,
    width: number,
    height: number,
    glow: number,
    glowWidth: number,
    glowHeight: number,
    from: number,
  ): void;
  blur(from: number, to: number, length: number, lines: number, step: number, line: number, radius: number): void;
  addFar(near: number, far: number, pixels: number): void;
  developRow(
    row: number,
    width: number,
    out: number,
    gains: number,
    glow: number,
    top: number,
    bottom: number,
    down: number,
    columns: number,
    share: number,
    saturation: number,
    curves: number,
    steps: number,
    perLight: number,
    strength: number,
    seed: number,
  ): number;
}>(developKernel);

/**
 * A film and the means to turn it into 8-bit RGBA: glow, exposure, filmic curve, corners, and grain, which also prevents
 * banding. The kernel's memory holds all of it.
 */
export function createDeveloper(width: number, height: number, grade: Grade) {
  const glowWidth = Math.max(8, width >> 2);
  const glowHeight = Math.max(8, height >> 2);
  const glowBytes = glowWidth * glowHeight * 16;
  // A pixel of the film is read as four floats, so the last one needs a float more.
  const filmAt = 0;
  const near = width * height * 12 + 16;
  const far = near + glowBytes;
  const spare = far + glowBytes;
  const gainsAt = spare + glowBytes;
  const columnsAt = gainsAt + width * height * 4;
  const curvesAt = columnsAt + width * 4;
  const pixelsAt = curvesAt + curve.length * 16;
  const { memory, brightPart, blur, addFar, developRow } = start();
  const buffer = makeRoom(memory, pixelsAt + width * height * 4);
  const film: Film = { width, height, rgb: new Float32Array(buffer, filmAt, width * height * 3) };
  const developed = new Uint8Array(buffer, pixelsAt, width * height * 4);
  new Float32Array(buffer, gainsAt, width * height).set(gainsOf(width, height, grade));
  new Float32Array(buffer, columnsAt, width).set(placesAlong(width, glowWidth));
  new Float32Array(buffer, curvesAt, curve.length * 4).set(curvesOf(grade));
  const rows = placesAlong(height, glowHeight);

  /** Three box blurs in each direction: close to a Gaussian, at a cost that does not depend on the radius. */
  function blurred(from: number, to: number, radius: number): void {
    for (let pass = 0, source = from; pass < 2; pass++, source = to) {
      blur(source, spare, glowWidth, glowHeight, 1, glowWidth, radius);
      blur(spare, to, glowHeight, glowWidth, glowWidth, 1, radius);
    }
  }

  /** The bright part of the picture at a quarter of its size, blurred narrowly and widely. */
  function glow(): void {
    brightPart(filmAt, width, height, near, glowWidth, glowHeight, grade.bloomFrom);
    blurred(near, near, Math.max(1, Math.round(glowWidth / 60)));
    blurred(near, far, Math.max(2, Math.round(glowWidth / 14)));
    addFar(near, far, glowWidth * glowHeight);
  }

  function develop(frame: number, pixels: Uint8ClampedArray): void {
    const glows = grade.bloom > 0;
    if (glows) glow();
    let grain = (frame * 7919 + 12345) | 0;
    for (let y = 0; y < height; y++) {
      const down = rows[y] as number;
      const top = near + Math.floor(down) * glowWidth * 16;
      grain = developRow(
        filmAt + y * width * 12,
        width,
        pixelsAt + y * width * 4,
        gainsAt + y * width * 4,
        glows ? 1 : 0,
        top,
        top + glowWidth * 16,
        down - Math.floor(down),
        columnsAt,
        grade.bloom,
        grade.saturation,
        curvesAt,
        CURVE_STEPS,
        1 / CURVE_TOP,
        grade.grain ?? 1,
        grain,
      );
    }
    pixels.set(developed);
  }
  return { film, develop };
}

/** The curves of the three channels, and a fourth number per step that is not used. */
function curvesOf({ print }: Grade): Float32Array {
  const curves = new Float32Array(curve.length * 4);
  for (const [channel, name] of (['r', 'g', 'b'] as const).entries())
    for (let step = 0; step < curve.length; step++) {
      const value = curve[step] as number;
      const tint = print ? print.dark[name] + ((print.light[name] - print.dark[name]) * value) / 255 : 1;
      curves[step * 4 + channel] = value * tint;
    }
  return curves;
}

/** The exposure of each pixel, less towards the corners. */
function gainsOf(width: number, height: number, { exposure, vignette }: Grade): Float32Array {
  const gains = new Float32Array(width * height);
  const aspect = height / width;
  for (let y = 0, i = 0; y < height; y++) {
    const v = (y / height - 0.5) * 2;
    for (let x = 0; x < width; x++, i++) {
      const u = ((x / width - 0.5) * 2) / aspect;
      gains[i] = exposure * (1 - vignette * Math.min(1, (u * u + v * v) ** 1.5 * 0.8));
    }
  }
  return gains;
}

/** The position of each pixel of a line in a line of `small` pixels, between the centres of two of them. */
function placesAlong(length: number, small: number): Float64Array {
  return Float64Array.from({ length }, (_, k) =>
    Math.max(0, Math.min(small - 1.001, ((k + 0.5) / length) * small - 0.5)),
  );
}
