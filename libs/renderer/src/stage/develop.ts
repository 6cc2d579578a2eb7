import type { Colour } from './colour.ts';
import { at, createFilm, type Film } from './film.ts';

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

const prints = new WeakMap<Grade, readonly Float32Array[]>();

/** The curve of each channel. */
function curvesOf(grade: Grade): readonly Float32Array[] {
  const { print } = grade;
  if (!print) return [curve, curve, curve];
  let curves = prints.get(grade);
  if (!curves) {
    curves = (['r', 'g', 'b'] as const).map((channel) =>
      curve.map((value) => {
        const share = value / 255;
        return value * (print.dark[channel] + (print.light[channel] - print.dark[channel]) * share);
      }),
    );
    prints.set(grade, curves);
  }
  return curves;
}

/** Turns film into 8-bit RGBA: glow, exposure, filmic curve, corners, and grain, which also prevents banding. */
export function develop(film: Film, grade: Grade, frame: number, pixels: Uint8ClampedArray): void {
  const { width, height, rgb } = film;
  const glow = grade.bloom > 0 ? glowOf(film, grade.bloomFrom) : null;
  const corners = cornersOf(width, height, grade.vignette);
  const columns = glow && placesAlong(width, glow.width);
  const rows = glow && placesAlong(height, glow.height);
  const [reds, greens, blues] = curvesOf(grade) as [Float32Array, Float32Array, Float32Array];
  const strength = grade.grain ?? 1;
  let grain = (frame * 7919 + 12345) | 0;
  for (let y = 0, i = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3, o += 4) {
      const gain = grade.exposure * at(corners, o >> 2);
      let r = at(rgb, i);
      let g = at(rgb, i + 1);
      let b = at(rgb, i + 2);
      if (glow && columns && rows) {
        const share = grade.bloom;
        const across = at(columns, x);
        const down = at(rows, y);
        const place = ((down | 0) * glow.width + (across | 0)) * 3;
        const fx = across - (across | 0);
        const fy = down - (down | 0);
        r += sample(glow, place, fx, fy) * share;
        g += sample(glow, place + 1, fx, fy) * share;
        b += sample(glow, place + 2, fx, fy) * share;
      }
      const grey = r * 0.2126 + g * 0.7152 + b * 0.0722;
      grain = (Math.imul(grain, 1664525) + 1013904223) | 0;
      const speck = (((grain >>> 16) & 255) / 255 - 0.5) * strength;
      pixels[o] = tone(reds, (grey + (r - grey) * grade.saturation) * gain) + speck;
      pixels[o + 1] = tone(greens, (grey + (g - grey) * grade.saturation) * gain) + speck;
      pixels[o + 2] = tone(blues, (grey + (b - grey) * grade.saturation) * gain) + speck;
      pixels[o + 3] = 255;
    }
  }
}

let kept = { width: 0, height: 0, vignette: 0, corners: new Float64Array(0) };

/** The vignette as a factor for each pixel; it is the same for all frames of a clip. */
function cornersOf(width: number, height: number, vignette: number): Float64Array {
  if (kept.width === width && kept.height === height && kept.vignette === vignette) return kept.corners;
  const corners = new Float64Array(width * height);
  const aspect = height / width;
  for (let y = 0, i = 0; y < height; y++) {
    const v = (y / height - 0.5) * 2;
    for (let x = 0; x < width; x++, i++) {
      const u = ((x / width - 0.5) * 2) / aspect;
      corners[i] = 1 - vignette * Math.min(1, (u * u + v * v) ** 1.5 * 0.8);
    }
  }
  kept = { width, height, vignette, corners };
  return corners;
}

function tone(table: Float32Array, light: number): number {
  if (!(light > 0)) return 0;
  const place = Math.sqrt(light * (1 / CURVE_TOP)) * CURVE_STEPS;
  if (place >= CURVE_STEPS) return at(table, CURVE_STEPS);
  const step = place | 0;
  const low = at(table, step);
  return low + (at(table, step + 1) - low) * (place - step);
}

/** The bright part of the picture at a quarter of its size, blurred narrowly and widely. */
function glowOf(film: Film, from: number): Film {
  const width = Math.max(8, film.width >> 2);
  const height = Math.max(8, film.height >> 2);
  const glow = createFilm(width, height);
  const { rgb } = film;
  for (let y = 0, o = 0; y < height; y++) {
    const y0 = Math.floor((y * film.height) / height);
    for (let x = 0; x < width; x++, o += 3) {
      const x0 = Math.floor((x * film.width) / width);
      let r = 0;
      let g = 0;
      let b = 0;
      for (let dy = 0; dy < 4; dy++) {
        for (let dx = 0; dx < 4; dx++) {
          const i = (Math.min(y0 + dy, film.height - 1) * film.width + Math.min(x0 + dx, film.width - 1)) * 3;
          const peak = Math.max(at(rgb, i), at(rgb, i + 1), at(rgb, i + 2));
          const keep = peak > from ? Math.min(1, (peak - from) / peak) : 0;
          // The brightness is limited: a single very bright pixel would make the whole picture flicker.
          const limit = peak > 6 ? 6 / peak : 1;
          r += at(rgb, i) * keep * limit;
          g += at(rgb, i + 1) * keep * limit;
          b += at(rgb, i + 2) * keep * limit;
        }
      }
      glow.rgb[o] = r / 16;
      glow.rgb[o + 1] = g / 16;
      glow.rgb[o + 2] = b / 16;
    }
  }
  const near = blur(glow, Math.max(1, Math.round(width / 60)));
  const far = blur(near, Math.max(2, Math.round(width / 14)));
  for (let i = 0; i < near.rgb.length; i++) near.rgb[i] = at(near.rgb, i) * 0.6 + at(far.rgb, i) * 0.7;
  return near;
}

/** Three box blurs in each direction: close to a Gaussian, at a cost that does not depend on the radius. */
function blur(film: Film, radius: number): Film {
  const { width, height } = film;
  let from = film.rgb.slice();
  let to = new Float32Array(from.length);
  for (let pass = 0; pass < 2; pass++) {
    boxBlur(from, to, width, height, 3, width * 3, radius);
    [from, to] = [to, from];
    boxBlur(from, to, height, width, width * 3, 3, radius);
    [from, to] = [to, from];
  }
  return { width, height, rgb: from };
}

function boxBlur(
  from: Float32Array,
  to: Float32Array,
  length: number,
  lines: number,
  step: number,
  line: number,
  radius: number,
): void {
  const weight = 1 / (radius * 2 + 1);
  for (let n = 0; n < lines; n++) {
    for (let channel = 0; channel < 3; channel++) {
      const start = n * line + channel;
      let sum = 0;
      for (let k = -radius; k <= radius; k++) sum += at(from, start + Math.min(length - 1, Math.max(0, k)) * step);
      for (let k = 0; k < length; k++) {
        to[start + k * step] = sum * weight;
        const next = Math.min(length - 1, k + radius + 1);
        const last = Math.max(0, k - radius);
        sum += at(from, start + next * step) - at(from, start + last * step);
      }
    }
  }
}

/** The position of each pixel of a line in a line of `small` pixels, between the centres of two of them. */
function placesAlong(length: number, small: number): Float64Array {
  return Float64Array.from({ length }, (_, k) =>
    Math.max(0, Math.min(small - 1.001, ((k + 0.5) / length) * small - 0.5)),
  );
}

function sample(film: Film, i: number, fx: number, fy: number): number {
  const j = i + film.width * 3;
  const top = at(film.rgb, i) * (1 - fx) + at(film.rgb, i + 3) * fx;
  const bottom = at(film.rgb, j) * (1 - fx) + at(film.rgb, j + 3) * fx;
  return top * (1 - fy) + bottom * fy;
}
