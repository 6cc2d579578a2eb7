import type { Camera } from './camera.ts';
import type { Film } from './film.ts';

/** The blur of each point at a third of the film's width and height; the tracer writes it ray by ray. */
export interface DepthMap {
  width: number;
  height: number;
  /** Blur of a point: 0 is sharp, 1 the most. */
  blur: Float32Array;
}

const COARSE = 3;
/** From this blur on, nothing of a pixel's own light is left. */
export const COVERED = 0.46;

export function createDepthMap(film: Film): DepthMap {
  const width = Math.ceil(film.width / COARSE) + 1;
  const height = Math.ceil(film.height / COARSE) + 1;
  return { width, height, blur: new Float32Array(width * height).fill(1) };
}

/** Records the blur of a ray's hit; the sharpest ray counts where several fall on one point. */
export function noteBlur(map: DepthMap, camera: Camera, dx: number, dy: number, dz: number, blur: number): void {
  const { right, up, forward, focal } = camera;
  const deep = dx * forward[0] + dy * forward[1] + dz * forward[2];
  const u = ((dx * right[0] + dy * right[1] + dz * right[2]) / deep) * focal;
  const v = ((dx * up[0] + dy * up[1] + dz * up[2]) / deep) * focal;
  const tall = map.height - 1;
  const x = Math.round((u * tall + map.width - 1) / 2 - 0.5);
  const y = Math.round(((1 - v) * tall) / 2 - 0.5);
  if (x < 0 || y < 0 || x >= map.width || y >= map.height) return;
  const place = y * map.width + x;
  if (blur < (map.blur[place] as number)) map.blur[place] = blur;
}

/**
 * Blurs the film by the map: depth of field. Sharp areas do not bleed into blurred ones, because each point is weighted by
 * its own blur.
 */
export function focus(film: Film, map: DepthMap, radius: number): void {
  const { width, height } = map;
  const blur = sharpened(map);
  const size = width * height;
  const source = new Float32Array(size * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const o = y * width + x;
      const weight = 0.0001 + (map.blur[o] as number);
      const fx = Math.min(film.width - COARSE, x * COARSE);
      const fy = Math.min(film.height - COARSE, y * COARSE);
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let k = 0; k < COARSE; k++) {
          const i = ((fy + k) * film.width + fx) * 3 + c;
          sum += (film.rgb[i] as number) + (film.rgb[i + 3] as number) + (film.rgb[i + 6] as number);
        }
        source[o * 4 + c] = (sum / (COARSE * COARSE)) * weight;
      }
      source[o * 4 + 3] = weight;
    }
  }
  const soft = smear(smear(source, width, height, Math.max(1, Math.round(radius * width * 0.35))), width, height, 1);
  const wide = smear(
    smear(soft, width, height, Math.max(1, Math.round(radius * width))),
    width,
    height,
    Math.max(1, Math.round(radius * width * 0.7)),
  );
  for (let y = 0; y < film.height; y++) {
    for (let x = 0; x < film.width; x++) {
      const u = Math.max(0, Math.min(width - 1.001, (x - 1) / COARSE));
      const v = Math.max(0, Math.min(height - 1.001, (y - 1) / COARSE));
      const ix = u | 0;
      const iy = v | 0;
      const fx = u - ix;
      const fy = v - iy;
      const a = iy * width + ix;
      const top = (blur[a] as number) * (1 - fx) + (blur[a + 1] as number) * fx;
      const bottom = (blur[a + width] as number) * (1 - fx) + (blur[a + width + 1] as number) * fx;
      const share = top * (1 - fy) + bottom * fy;
      if (share < 0.03) continue;
      const near = Math.min(1, share * 2.2);
      const far = Math.max(0, Math.min(1, share * 1.8 - 0.8));
      const p = (1 - fx) * (1 - fy);
      const q = fx * (1 - fy);
      const r = (1 - fx) * fy;
      const s = fx * fy;
      const i = (y * film.width + x) * 3;
      for (let c = 0; c < 3; c++) {
        const own = film.rgb[i + c] as number;
        const little = mean(soft, a, width, c, p, q, r, s);
        const much = far > 0 ? mean(wide, a, width, c, p, q, r, s) : 0;
        film.rgb[i + c] = own + (little + (much - little) * far - own) * near;
      }
    }
  }
}

/** The map with sharp areas widened by one step, so that their edges stay sharp. */
function sharpened({ width, height, blur }: DepthMap): Float32Array {
  const wider = new Float32Array(blur.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let least = 1;
      for (let j = Math.max(0, y - 1); j <= Math.min(height - 1, y + 1); j++)
        for (let i = Math.max(0, x - 1); i <= Math.min(width - 1, x + 1); i++)
          least = Math.min(least, blur[j * width + i] as number);
      wider[y * width + x] = least;
    }
  }
  return wider;
}

function mean(
  map: Float32Array,
  a: number,
  width: number,
  channel: number,
  p: number,
  q: number,
  r: number,
  s: number,
): number {
  const i = a * 4;
  const j = i + width * 4;
  const sum =
    (map[i + channel] as number) * p +
    (map[i + 4 + channel] as number) * q +
    (map[j + channel] as number) * r +
    (map[j + 4 + channel] as number) * s;
  const weight =
    (map[i + 3] as number) * p + (map[i + 7] as number) * q + (map[j + 3] as number) * r + (map[j + 7] as number) * s;
  return sum / weight;
}

/** A vertical and a horizontal box blur. */
function smear(from: Float32Array, width: number, height: number, radius: number): Float32Array {
  const across = new Float32Array(from.length);
  line(from, across, width, height, 4, width * 4, radius);
  const down = new Float32Array(from.length);
  line(across, down, height, width, width * 4, 4, radius);
  return down;
}

function line(
  from: Float32Array,
  to: Float32Array,
  length: number,
  lines: number,
  step: number,
  stride: number,
  radius: number,
): void {
  const weight = 1 / (radius * 2 + 1);
  for (let n = 0; n < lines; n++) {
    for (let channel = 0; channel < 4; channel++) {
      const start = n * stride + channel;
      let sum = 0;
      for (let k = -radius; k <= radius; k++)
        sum += from[start + Math.min(length - 1, Math.max(0, k)) * step] as number;
      for (let k = 0; k < length; k++) {
        to[start + k * step] = sum * weight;
        sum +=
          (from[start + Math.min(length - 1, k + radius + 1) * step] as number) -
          (from[start + Math.max(0, k - radius) * step] as number);
      }
    }
  }
}
