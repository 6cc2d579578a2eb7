import type { Camera } from './camera.ts';
import { LANES, OFF, ROOMY } from './clay-kernel.ts';
import { type Clay, type ClayHit, createHit, OPEN_FAR, SHADOW_FAR } from './clay-set.ts';
import type { Colour } from './colour.ts';
import { smooth } from './easing.ts';
import { expose, FLUFFY, type Light, type Rays, type Trace } from './expose.ts';
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
  /** True for mostly hair or grass: fewer rays are traced. */
  fluffy?: boolean;
  /** The floor fades into the backdrop between these distances from the centre. */
  floorFade?: [number, number];
}

const tile: Colour = { r: 0.5, g: 0.5, b: 0.5 };

export function paintStudio(film: Film, camera: Camera, set: StudioSet): void {
  expose(film, camera, studioTrace(camera, set), set.fluffy ? FLUFFY : undefined);
}

/** What the rays of a packet hit, and the light there. */
const hits = Array.from({ length: LANES }, () => createHit({ colour: tile, shine: 0, polish: 8 }));
const meets = new Uint8Array(LANES);
const floors = new Float64Array(LANES);
const opens = new Float64Array(LANES);
const lits = new Float64Array(LANES);

function studioTrace(camera: Camera, set: StudioSet): Trace {
  const { clay, lamps } = set;
  const { x: ox, y: oy, z: oz } = camera;
  const [kx, ky, kz] = lamps.key;
  const [near, far] = set.floorFade ?? [5, 12];

  function ahead({ count, dx, dy, dz }: Rays): void {
    clay.lanes.far.fill(OFF);
    for (let lane = 0; lane < count; lane++) {
      const down = dy[lane] as number;
      const toFloor = set.floor && down < -1e-4 ? -oy / down : 1e9;
      floors[lane] = toFloor;
      clay.setLane(lane, ox, oy, oz, dx[lane] as number, down, dz[lane] as number, Math.min(40, toFloor));
    }
    clay.intersectLanes();
    for (let lane = 0; lane < count; lane++) meets[lane] = clay.readHit(lane, hits[lane] as ClayHit) ? 1 : 0;

    clay.lanes.far.fill(OFF);
    for (let lane = 0; lane < count; lane++) {
      if ((meets[lane] as number) === 1) {
        const { distance: t, nx, ny, nz } = hits[lane] as ClayHit;
        clay.lanes.roomy[lane] = 0;
        clay.setLane(
          lane,
          ox + (dx[lane] as number) * t,
          oy + (dy[lane] as number) * t,
          oz + (dz[lane] as number) * t,
          nx,
          ny,
          nz,
          OPEN_FAR,
        );
      } else if (floorShows(lane, dx, dz)) {
        const t = floors[lane] as number;
        clay.lanes.roomy[lane] = ROOMY;
        clay.setLane(lane, ox + (dx[lane] as number) * t, 0, oz + (dz[lane] as number) * t, 0, 1, 0, OPEN_FAR);
      }
    }
    opens.set(clay.opennessLanes());

    for (let lane = 0; lane < count; lane++) {
      if ((clay.lanes.far[lane] as number) < 0) continue;
      if ((meets[lane] as number) === 1) {
        const { distance: t, nx, ny, nz, material } = hits[lane] as ClayHit;
        const x = ox + (dx[lane] as number) * t + nx * 0.012;
        const y = oy + (dy[lane] as number) * t + ny * 0.012;
        const z = oz + (dz[lane] as number) * t + nz * 0.012;
        const faces = nx * kx + ny * ky + nz * kz > -(material.soft ?? 0);
        clay.setLane(lane, x, y, z, kx, ky, kz, faces ? SHADOW_FAR : OFF);
      } else {
        const t = floors[lane] as number;
        clay.setLane(lane, ox + (dx[lane] as number) * t, 0.004, oz + (dz[lane] as number) * t, kx, ky, kz, SHADOW_FAR);
      }
    }
    lits.set(clay.shadowLanes(lamps.hardness));
  }

  function floorShows(lane: number, dx: Float64Array, dz: Float64Array): boolean {
    const t = floors[lane] as number;
    return t <= 200 && fadeAt(ox + (dx[lane] as number) * t, oz + (dz[lane] as number) * t) > 0;
  }

  function fadeAt(x: number, z: number): number {
    return smooth(far, near, Math.sqrt(x * x + z * z));
  }

  function trace(dx: number, dy: number, dz: number, light: Light, lane: number): number {
    if ((meets[lane] as number) === 1) {
      const hit = hits[lane] as ClayHit;
      const t = hit.distance;
      shade(
        hit,
        ox + dx * t,
        oy + dy * t,
        oz + dz * t,
        dx,
        dy,
        dz,
        lamps,
        opens[lane] as number,
        lits[lane] as number,
        light,
      );
      return 10 + hit.surface;
    }
    const toFloor = floors[lane] as number;
    if (!set.floor || toFloor > 200) {
      set.backdrop(dx, dy, dz, light);
      return 1;
    }
    const x = ox + dx * toFloor;
    const z = oz + dz * toFloor;
    const fade = fadeAt(x, z);
    if (fade < 1) set.backdrop(dx, dy, dz, light);
    if (fade <= 0) return 1;
    const { r: backR, g: backG, b: backB } = light;
    set.floor(x, z, tile);
    const reached = (lits[lane] as number) * ky;
    const open = opens[lane] as number;
    let r = tile.r * (lamps.keyColour.r * reached + lamps.sky.r * open);
    let g = tile.g * (lamps.keyColour.g * reached + lamps.sky.g * open);
    let b = tile.b * (lamps.keyColour.b * reached + lamps.sky.b * open);
    if (lamps.lantern) {
      const close = lanternLight(lamps.lantern, x, 0, z, 0, 1, 0, 0) * open;
      r += tile.r * lamps.lantern.colour.r * close;
      g += tile.g * lamps.lantern.colour.g * close;
      b += tile.b * lamps.lantern.colour.b * close;
    }
    light.r = backR + (r - backR) * fade;
    light.g = backG + (g - backG) * fade;
    light.b = backB + (b - backB) * fade;
    return 2;
  }
  return Object.assign(trace, { ahead });
}
