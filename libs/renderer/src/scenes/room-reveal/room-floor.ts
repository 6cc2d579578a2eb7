import type { Clay } from '../../stage/clay-set.ts';
import { DEEP, HALF, HIGH, type RoomLook } from './room-look.ts';

/** Resolution of the grid. All shade on the floor is softer than this except the sun's, which is computed per ray. */
const STEP = 0.065;
const NEAR = -7.2;
const ACROSS = Math.ceil((HALF * 2) / STEP) + 2;
const ALONG = Math.ceil((DEEP - NEAR) / STEP) + 2;

/** Soft shade at a point of the floor: openness, share of the window seen, share of the reflection. */
export const floorShade = { open: 0.5, window: 0.5, mirror: 0.5 };

const grid = new Float32Array(ACROSS * ALONG * 3);
const UP = Math.ceil(HIGH / STEP) + 2;
const wallGrid = new Float32Array(ACROSS * UP);

/** Openness of the back wall at a point, cached in a grid like the floor's. */
export function createWallShade(clay: Clay): (x: number, y: number) => number {
  wallGrid.fill(-1);
  function knot(column: number, row: number): number {
    const index = row * ACROSS + column;
    const known = wallGrid[index] as number;
    if (known >= 0) return known;
    const open = clay.openness(column * STEP - HALF, row * STEP, DEEP, 0, 0, -1);
    wallGrid[index] = open;
    return open;
  }
  return (x, y) => {
    const u = Math.max(0, Math.min(ACROSS - 2.001, (x + HALF) / STEP));
    const v = Math.max(0, Math.min(UP - 2.001, y / STEP));
    const column = Math.floor(u);
    const row = Math.floor(v);
    const fx = u - column;
    const low = knot(column, row) * (1 - fx) + knot(column + 1, row) * fx;
    const high = knot(column, row + 1) * (1 - fx) + knot(column + 1, row + 1) * fx;
    return low + (high - low) * (v - row);
  };
}

/**
 * Soft shade of the floor for one frame, computed at the knots of a grid when first needed: thousands of points share a
 * knot. Only one frame is cached: creating the next one clears it.
 */
export function createFloorShade(clay: Clay, look: RoomLook, eye: readonly [number, number, number]) {
  grid.fill(-1);
  const { x: wx, low, high } = look.window;
  const wy = (low + high) / 2;

  function fill(column: number, row: number, knot: number): void {
    const x = column * STEP - HALF;
    const z = row * STEP + NEAR;
    const toX = wx - x;
    const toZ = DEEP + 0.1 - z;
    const far = 1 / Math.sqrt(toX * toX + wy * wy + toZ * toZ);
    grid[knot] = clay.openness(x, 0, z, 0, 1, 0);
    grid[knot + 1] = clay.shadow(x, 0.02, z, toX * far, wy * far, toZ * far, 3);
    const dx = x - eye[0];
    const dz = z - eye[2];
    const distance = 1 / Math.sqrt(dx * dx + eye[1] * eye[1] + dz * dz);
    grid[knot + 2] = clay.shadow(x, 0.03, z, dx * distance, eye[1] * distance, dz * distance, 4);
  }

  return (x: number, z: number): void => {
    const u = Math.max(0, Math.min(ACROSS - 2.001, (x + HALF) / STEP));
    const v = Math.max(0, Math.min(ALONG - 2.001, (z - NEAR) / STEP));
    const column = Math.floor(u);
    const row = Math.floor(v);
    const a = (row * ACROSS + column) * 3;
    const b = a + 3;
    const c = a + ACROSS * 3;
    const d = c + 3;
    if ((grid[a] as number) < 0) fill(column, row, a);
    if ((grid[b] as number) < 0) fill(column + 1, row, b);
    if ((grid[c] as number) < 0) fill(column, row + 1, c);
    if ((grid[d] as number) < 0) fill(column + 1, row + 1, d);
    const fx = u - column;
    const fz = v - row;
    const wa = (1 - fx) * (1 - fz);
    const wb = fx * (1 - fz);
    const wc = (1 - fx) * fz;
    const wd = fx * fz;
    floorShade.open =
      (grid[a] as number) * wa + (grid[b] as number) * wb + (grid[c] as number) * wc + (grid[d] as number) * wd;
    floorShade.window =
      (grid[a + 1] as number) * wa +
      (grid[b + 1] as number) * wb +
      (grid[c + 1] as number) * wc +
      (grid[d + 1] as number) * wd;
    floorShade.mirror =
      (grid[a + 2] as number) * wa +
      (grid[b + 2] as number) * wb +
      (grid[c + 2] as number) * wc +
      (grid[d + 2] as number) * wd;
  };
}
