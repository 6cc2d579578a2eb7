import type { Camera } from './camera.ts';
import type { Clay } from './clay.ts';
import type { Colour } from './colour.ts';
import { smooth } from './easing.ts';
import { expose, type Light, SAME_FLUFF, type Trace } from './expose.ts';
import type { Film } from './film.ts';
import { type Lighting, lanternLight, shade } from './lighting.ts';

/** A scene for clay: lights, a backdrop in all directions, and optionally a floor at height 0. */
export interface StudioSet {
  clay: Clay;
  lamps: Lighting;
  /** Light from a direction where a ray hits nothing. */
  backdrop(dx: number, dy: number, dz: number, light: Light): void;
  /** Colour of the floor; undefined for no floor. */
  floor?(x: number, z: number, out: Colour): void;
  /** 0 is matt, 0.5 a polished table. */
  floorShine?: number;
  /** True for mostly hair or grass: fewer rays are traced. */
  fluffy?: boolean;
  /** The floor fades into the backdrop between these distances from the centre. */
  floorFade?: [number, number];
}

const tile: Colour = { r: 0.5, g: 0.5, b: 0.5 };

export function paintStudio(film: Film, camera: Camera, set: StudioSet): void {
  expose(film, camera, studioTrace(camera, set), false, set.fluffy ? SAME_FLUFF : undefined);
}

export function studioTrace(camera: Camera, set: StudioSet): Trace {
  const { clay, lamps } = set;
  const { x: ox, y: oy, z: oz } = camera;
  const [kx, ky, kz] = lamps.key;
  const [near, far] = set.floorFade ?? [5, 12];

  return (dx, dy, dz, light) => {
    const toFloor = set.floor && dy < -1e-4 ? -oy / dy : 1e9;
    const hit = clay.intersect(ox, oy, oz, dx, dy, dz, Math.min(40, toFloor));
    if (hit) {
      const t = hit.distance;
      shade(clay, hit, ox + dx * t, oy + dy * t, oz + dz * t, dx, dy, dz, lamps, light);
      return 10 + hit.surface;
    }
    if (!set.floor || toFloor > 200) {
      set.backdrop(dx, dy, dz, light);
      return 1;
    }
    const x = ox + dx * toFloor;
    const z = oz + dz * toFloor;
    const distance = Math.sqrt(x * x + z * z);
    const fade = smooth(far, near, distance);
    if (fade < 1) set.backdrop(dx, dy, dz, light);
    if (fade <= 0) return 1;
    const backR = light.r;
    const backG = light.g;
    const backB = light.b;
    set.floor(x, z, tile);
    const reached = clay.shadow(x, 0.004, z, kx, ky, kz, lamps.hardness) * ky;
    const open = clay.openness(x, 0, z, 0, 1, 0, false);
    let r = tile.r * (lamps.keyColour.r * reached + lamps.sky.r * open);
    let g = tile.g * (lamps.keyColour.g * reached + lamps.sky.g * open);
    let b = tile.b * (lamps.keyColour.b * reached + lamps.sky.b * open);
    if (lamps.lantern) {
      const near = lanternLight(lamps.lantern, x, 0, z, 0, 1, 0, 0) * open;
      r += tile.r * lamps.lantern.colour.r * near;
      g += tile.g * lamps.lantern.colour.g * near;
      b += tile.b * lamps.lantern.colour.b * near;
    }
    if (set.floorShine) {
      const share = set.floorShine * (0.15 + 0.85 * (1 + dy) ** 3);
      const mirrored = clay.intersect(x, 0.002, z, dx, -dy, dz, 12);
      if (mirrored) {
        const t = mirrored.distance;
        shade(clay, mirrored, x + dx * t, -dy * t, z + dz * t, dx, -dy, dz, lamps, light);
      } else set.backdrop(dx, -dy, dz, light);
      r += (light.r - r) * share;
      g += (light.g - g) * share;
      b += (light.b - b) * share;
    }
    light.r = backR + (r - backR) * fade;
    light.g = backG + (g - backG) * fade;
    light.b = backB + (b - backB) * fade;
    return 2;
  };
}
