import type { Camera } from './camera.ts';
import { at, type Film } from './film.ts';

/**
 * The light of a ray. The tracer writes it, `expose` reads it. Initialise a reused object with fractions (0.5): V8 stores
 * whole numbers in another representation, and each change of it costs time.
 */
export interface Light {
  r: number;
  g: number;
  b: number;
}

/**
 * Traces one ray from the camera and writes its light to `light`.
 * Returns the number of the surface it hit; more rays are traced where neighbours differ.
 */
export type Trace = (dx: number, dy: number, dz: number, light: Light) => number;

/** If the light of two neighbours differs by more than this, the pixel between them gets its own ray. */
const SAME_LIGHT = 0.08;
/** The same threshold for pictures that are mostly hair or leaves: the result is softer and costs a quarter. */
export const SAME_FLUFF = 0.22;

/**
 * Fills the film. Every second pixel of every second row gets a ray. The other pixels are interpolated where their
 * neighbours hit the same surface in about the same light, and traced elsewhere. Edges get four rays per pixel.
 */
export function expose(film: Film, camera: Camera, trace: Trace, finest = false, alike = SAME_LIGHT): void {
  const { width, height, rgb } = film;
  const light: Light = { r: 0.5, g: 0.5, b: 0.5 };
  const seen = seenBuffer(width * height);
  const { right, up, forward, focal } = camera;

  const ray = (px: number, py: number): number => {
    const u = (2 * px - width) / height;
    const v = (height - 2 * py) / height;
    const dx = forward[0] * focal + right[0] * u + up[0] * v;
    const dy = forward[1] * focal + right[1] * u + up[1] * v;
    const dz = forward[2] * focal + right[2] * u + up[2] * v;
    const inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    return trace(dx * inverse, dy * inverse, dz * inverse, light);
  };
  const whole = (x: number, y: number): void => {
    const i = y * width + x;
    seen[i] = ray(x + 0.5, y + 0.5);
    rgb[i * 3] = light.r;
    rgb[i * 3 + 1] = light.g;
    rgb[i * 3 + 2] = light.b;
  };
  const same = (i: number, j: number): boolean => {
    if (at(seen, i) !== at(seen, j)) return false;
    const a = i * 3;
    const b = j * 3;
    const apart =
      Math.abs(at(rgb, a) - at(rgb, b)) +
      Math.abs(at(rgb, a + 1) - at(rgb, b + 1)) +
      Math.abs(at(rgb, a + 2) - at(rgb, b + 2));
    return apart < alike * (0.3 + at(rgb, a) + at(rgb, a + 1) + at(rgb, a + 2));
  };
  const between = (i: number, j: number, k: number): void => {
    seen[i] = at(seen, j);
    rgb[i * 3] = (at(rgb, j * 3) + at(rgb, k * 3)) * 0.5;
    rgb[i * 3 + 1] = (at(rgb, j * 3 + 1) + at(rgb, k * 3 + 1)) * 0.5;
    rgb[i * 3 + 2] = (at(rgb, j * 3 + 2) + at(rgb, k * 3 + 2)) * 0.5;
  };

  const step = finest ? 1 : 2;
  for (let y = 0; y < height; y += step) for (let x = 0; x < width; x += step) whole(x, y);
  if (!finest) {
    for (let y = 0; y < height; y += 2) {
      for (let x = 1; x < width; x += 2) {
        const i = y * width + x;
        if (x + 1 < width && same(i - 1, i + 1)) between(i, i - 1, i + 1);
        else whole(x, y);
      }
    }
    for (let y = 1; y < height; y += 2) {
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        if (y + 1 < height && same(i - width, i + width)) between(i, i - width, i + width);
        else whole(x, y);
      }
    }
  }
  refineEdges(film, seen, ray, light, alike > SAME_LIGHT);
}

function refineEdges(
  film: Film,
  seen: Int32Array,
  ray: (px: number, py: number) => number,
  light: Light,
  fluffy: boolean,
): void {
  // The outline of hair is irregular anyway, so two additional rays are enough.
  const rays = fluffy ? 2 : 4;
  const { width, height, rgb } = film;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const here = at(seen, i);
      if (
        here === at(seen, i - 1) &&
        here === at(seen, i + 1) &&
        here === at(seen, i - width) &&
        here === at(seen, i + width)
      )
        continue;
      let r = fluffy ? Math.min(at(rgb, i * 3), 4) : 0;
      let g = fluffy ? Math.min(at(rgb, i * 3 + 1), 4) : 0;
      let b = fluffy ? Math.min(at(rgb, i * 3 + 2), 4) : 0;
      // Rotated-grid supersampling: no two rays share a row or column, which is best for nearly horizontal and vertical edges.
      for (let k = 0; k < rays; k++) {
        if (fluffy) ray(x + 0.25 + 0.5 * k, y + 0.2 + 0.6 * k);
        else ray(x + 0.125 + 0.25 * ((k * 2 + (k >> 1)) & 3), y + 0.125 + 0.25 * k);
        r += Math.min(light.r, 4);
        g += Math.min(light.g, 4);
        b += Math.min(light.b, 4);
      }
      const weight = fluffy ? 1 / 3 : 1 / 4;
      rgb[i * 3] = r * weight;
      rgb[i * 3 + 1] = g * weight;
      rgb[i * 3 + 2] = b * weight;
    }
  }
}

let kept = new Int32Array(0);

function seenBuffer(size: number): Int32Array {
  if (kept.length !== size) kept = new Int32Array(size);
  return kept;
}
