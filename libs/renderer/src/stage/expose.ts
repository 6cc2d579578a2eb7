import type { Camera } from './camera.ts';
import type { Film } from './film.ts';

/**
 * The light of a ray. The tracer writes it, `expose` reads it. Initialise a reused object with fractions (0.5): V8 stores
 * whole numbers in another representation, and each change of it costs time.
 */
export interface Light {
  r: number;
  g: number;
  b: number;
}

/** Traces one ray and writes its light; returns the number of the surface it hit. */
export type TraceRay = (dx: number, dy: number, dz: number, light: Light) => number;

/** Up to four rays that are traced together; their directions are unit vectors. */
export interface Rays {
  count: number;
  readonly dx: Float64Array;
  readonly dy: Float64Array;
  readonly dz: Float64Array;
}

/**
 * Traces one ray from the camera and writes its light to `light`.
 * Returns the number of the surface it hit; more rays are traced where neighbours differ. A negative number says that the
 * tracer will blur the film there: no edge needs more rays.
 */
export interface Trace {
  (dx: number, dy: number, dz: number, light: Light, lane: number): number;
  /** Called before the rays are traced in the order of their lanes: a tracer may compute what it can for all of them at once. */
  ahead?(rays: Rays): void;
}

const TOGETHER = 4;

/** How many rays a picture needs. */
interface Fineness {
  /** If the light of two neighbours differs by more than this, the pixel between them gets its own ray. */
  readonly alike: number;
  /** Where the additional rays of a pixel at an edge are; its own ray is in the middle. */
  readonly beside: readonly (readonly [number, number])[];
}

const BESIDE = [
  [0.167, 0.667],
  [0.833, 0.333],
] as const;
const PLAIN: Fineness = { alike: 0.08, beside: BESIDE };
/** For pictures without fine patterns: the result is softer and costs a quarter. */
export const SOFT: Fineness = { alike: 0.22, beside: BESIDE };
/** For pictures that are mostly hair or leaves: their outline is irregular anyway, so one additional ray is enough. */
export const FLUFFY: Fineness = { alike: 0.22, beside: [[0.8, 0.25]] };

/**
 * Fills the film. Every second pixel of every second row gets a ray. The other pixels are interpolated where their
 * neighbours hit the same surface in about the same light, and traced elsewhere. Edges get three rays per pixel.
 */
export function expose(film: Film, camera: Camera, trace: Trace, { alike, beside }: Fineness = PLAIN): void {
  const { width, height, rgb } = film;
  const seen = seenBuffer(width * height);
  const whole = queueOf(film, camera, trace, (i, surface, light) => {
    seen[i] = surface;
    rgb[i * 3] = light.r;
    rgb[i * 3 + 1] = light.g;
    rgb[i * 3 + 2] = light.b;
  });
  const same = (i: number, j: number): boolean => {
    const blurred = (seen[i] as number) < 0 && (seen[j] as number) < 0;
    if ((seen[i] as number) !== (seen[j] as number) && !blurred) return false;
    const a = i * 3;
    const b = j * 3;
    const apart =
      Math.abs((rgb[a] as number) - (rgb[b] as number)) +
      Math.abs((rgb[a + 1] as number) - (rgb[b + 1] as number)) +
      Math.abs((rgb[a + 2] as number) - (rgb[b + 2] as number));
    return (
      apart <
      alike * (blurred ? BLURRED : 1) * (0.3 + (rgb[a] as number) + (rgb[a + 1] as number) + (rgb[a + 2] as number))
    );
  };
  const between = (i: number, j: number, k: number): void => {
    seen[i] = seen[j] as number;
    rgb[i * 3] = ((rgb[j * 3] as number) + (rgb[k * 3] as number)) * 0.5;
    rgb[i * 3 + 1] = ((rgb[j * 3 + 1] as number) + (rgb[k * 3 + 1] as number)) * 0.5;
    rgb[i * 3 + 2] = ((rgb[j * 3 + 2] as number) + (rgb[k * 3 + 2] as number)) * 0.5;
  };

  for (let y = 0; y < height; y += 2) for (let x = 0; x < width; x += 2) whole.add(x + 0.5, y + 0.5, y * width + x);
  whole.flush();
  for (let y = 0; y < height; y += 2) {
    for (let x = 1; x < width; x += 2) {
      const i = y * width + x;
      if (x + 1 < width && same(i - 1, i + 1)) between(i, i - 1, i + 1);
      else whole.add(x + 0.5, y + 0.5, i);
    }
  }
  whole.flush();
  for (let y = 1; y < height; y += 2) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (y + 1 < height && same(i - width, i + width)) between(i, i - width, i + width);
      else whole.add(x + 0.5, y + 0.5, i);
    }
  }
  whole.flush();
  refineEdges(film, camera, trace, seen, beside);
}

/** Rays in waiting: they are traced in packets, and `write` gets the light of each with the pixel it is for. */
function queueOf(
  { width, height }: Film,
  { right, up, forward, focal }: Camera,
  trace: Trace,
  write: (i: number, surface: number, light: Light) => void,
) {
  const light: Light = { r: 0.5, g: 0.5, b: 0.5 };
  const pixels = new Int32Array(TOGETHER);
  const dxs = new Float64Array(TOGETHER);
  const dys = new Float64Array(TOGETHER);
  const dzs = new Float64Array(TOGETHER);
  const rays: Rays = { count: 0, dx: dxs, dy: dys, dz: dzs };

  function flush(): void {
    const { count } = rays;
    if (count === 0) return;
    trace.ahead?.(rays);
    for (let lane = 0; lane < count; lane++)
      write(
        pixels[lane] as number,
        trace(dxs[lane] as number, dys[lane] as number, dzs[lane] as number, light, lane),
        light,
      );
    rays.count = 0;
  }

  /** Adds a ray through a point of the film for pixel `i`. */
  function add(px: number, py: number, i: number): void {
    const u = (2 * px - width) / height;
    const v = (height - 2 * py) / height;
    const dx = forward[0] * focal + right[0] * u + up[0] * v;
    const dy = forward[1] * focal + right[1] * u + up[1] * v;
    const dz = forward[2] * focal + right[2] * u + up[2] * v;
    const inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
    const lane = rays.count++;
    pixels[lane] = i;
    dxs[lane] = dx * inverse;
    dys[lane] = dy * inverse;
    dzs[lane] = dz * inverse;
    if (lane === TOGETHER - 1) flush();
  }
  return { add, flush };
}

/** Light may differ more by this factor where the picture is blurred afterwards. */
const BLURRED = 4;
/**
 * Antialiasing: the light of a pixel at an edge is the mean of its own ray and of rays beside it, none of them in the same row
 * or column, which is best for nearly horizontal and vertical edges.
 */
function refineEdges(film: Film, camera: Camera, trace: Trace, seen: Int32Array, beside: Fineness['beside']): void {
  const weight = 1 / (beside.length + 1);
  const { width, height, rgb } = film;
  const finer = queueOf(film, camera, trace, (i, _surface, light) => {
    rgb[i * 3] = (rgb[i * 3] as number) + Math.min(light.r, 4) * weight;
    rgb[i * 3 + 1] = (rgb[i * 3 + 1] as number) + Math.min(light.g, 4) * weight;
    rgb[i * 3 + 2] = (rgb[i * 3 + 2] as number) + Math.min(light.b, 4) * weight;
  });
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const here = seen[i] as number;
      const left = seen[i - 1] as number;
      const right = seen[i + 1] as number;
      const above = seen[i - width] as number;
      const below = seen[i + width] as number;
      if (here < 0 && left < 0 && right < 0 && above < 0 && below < 0) continue;
      if (here === left && here === right && here === above && here === below) continue;
      for (let c = i * 3; c < i * 3 + 3; c++) rgb[c] = Math.min(rgb[c] as number, 4) * weight;
      for (const [dx, dy] of beside) finer.add(x + dx, y + dy, i);
    }
  }
  finer.flush();
}

let kept = new Int32Array(0);

function seenBuffer(size: number): Int32Array {
  if (kept.length !== size) kept = new Int32Array(size);
  return kept;
}
