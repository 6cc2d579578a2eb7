import { smooth } from '../../stage/easing.ts';
import { fractal2, hash2 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import { type Grid, heightBetween, type Place, pathOf } from './terrain.ts';

/** Vegetation and buildings on a grid: for each cell a kind (0 is bare) and a brightness, 0 to 255. */
export interface Growth {
  kind: Uint8Array;
  tone: Uint8Array;
}

export const DARK_LEAF = 1;
export const LIGHT_LEAF = 2;
export const ROOF = 3;
export const WALL = 4;
export const FIELD = 5;
export const ROAD = 6;
export const ACCENT = 7;

export function bareGrowth({ columns, rows }: Grid): Growth {
  return { kind: new Uint8Array(columns * rows), tone: new Uint8Array(columns * rows).fill(200) };
}

/** Density of trees at a point, 0 to 1: woods with clearings, on gentle slopes between the shore and the tree line. */
export function woodsAt(place: Place, x: number, z: number, height: number, slope: number): number {
  if (place.woods <= 0) return 0;
  const wood = fractal2(x * 0.021 + place.salt * 3, z * 0.021, 4);
  const shore = place.kind === 'dunes' || place.kind === 'desert' ? smooth(0.4, 1, height) * smooth(7, 3, height) : 1;
  return (
    smooth(0.62 - place.woods * 0.4, 0.74 - place.woods * 0.4, wood) *
    smooth(1.2, 2.6, height) *
    smooth(place.snowFrom - 6, place.snowFrom - 40, height) *
    (place.kind === 'islands' ? smooth(2.1, 1.3, slope) : smooth(1.3, 0.85, slope)) *
    shore
  );
}

/** Adds trees to the heights of a fine grid, so they occlude, are lit and cast shadows like the land. */
export function plantTrees(place: Place, grid: Grid, growth: Growth): void {
  const { pointed } = place;
  const spacing = 1.55;
  const { x0, z0, columns, rows, unit } = grid;
  const reach = Math.ceil(1.2 / unit);
  for (let gz = Math.ceil(z0 / spacing); gz < (z0 + rows * unit) / spacing; gz++) {
    for (let gx = Math.ceil(x0 / spacing); gx < (x0 + columns * unit) / spacing; gx++) {
      const x = (gx + 0.8 * hash2(gx, gz)) * spacing;
      const z = (gz + 0.8 * hash2(gz + 91, gx)) * spacing;
      const height = heightBetween(grid, x, z);
      if (height < 1.2) continue;
      const slope =
        Math.abs(heightBetween(grid, x + 1.5, z) - height) + Math.abs(heightBetween(grid, x, z + 1.5) - height);
      const luck = hash2(gx + 7, gz - 3);
      if (luck > 0.94 * woodsAt(place, x, z, height, slope / 1.5)) continue;
      const ci = Math.round((x - x0) / unit);
      const cj = Math.round((z - z0) / unit);
      if (ci < reach || cj < reach || ci >= columns - reach || cj >= rows - reach) continue;
      if ((growth.kind[cj * columns + ci] as number) > 0) continue;
      const size = 0.65 + 0.7 * hash2(gx - 5, gz + 13);
      const tall = (pointed ? 3.1 : 1.7) * size;
      const wide = (pointed ? 0.78 : 0.95) * (0.5 + 0.5 * size);
      const leaf = hash2(gx + 31, gz + 17) < 0.34 ? LIGHT_LEAF : DARK_LEAF;
      const tint = 0.75 + 0.25 * hash2(gx + 3, gz + 77);
      stampTree(grid, growth, ci, cj, height, tall, wide, pointed, leaf, tint);
    }
  }
}

function stampTree(
  { columns, unit, heights, x0, z0 }: Grid,
  { kind, tone }: Growth,
  ci: number,
  cj: number,
  foot: number,
  tall: number,
  wide: number,
  pointed: boolean,
  leaf: number,
  tint: number,
): void {
  const reach = Math.ceil(wide / unit);
  for (let j = -reach; j <= reach; j++) {
    for (let i = -reach; i <= reach; i++) {
      const rough = 0.8 + 0.4 * hash2(ci + i + (x0 | 0), cj + j + (z0 | 0));
      const gap = (Math.hypot(i, j) * unit * rough) / wide;
      if (gap >= 1) continue;
      const share = pointed ? 1 - gap : Math.sqrt(1 - gap * gap);
      const top = foot + tall * share;
      const cell = (cj + j) * columns + ci + i;
      if (top <= (heights[cell] as number)) continue;
      heights[cell] = top;
      kind[cell] = leaf;
      tone[cell] = 255 * tint * (0.35 + 0.65 * share);
    }
  }
}

/** Adds fields, a road and a village of gabled houses on the flat ground beside the flight path. */
export function addVillage(place: Place, grid: Grid, growth: Growth, random: Random): void {
  if (place.village < 0) return;
  const { x0, z0, columns, rows, unit, heights } = grid;
  const side = random.pick([-1, 1]);
  const turn = random.range(-0.5, 0.5);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  for (let j = 1, cell = columns; j < rows - 1; j++, cell = j * columns) {
    for (let i = 1; i < columns - 1; i++) {
      const h = heights[cell + i] as number;
      if (h < 1.6 || h > 20) continue;
      const slope =
        (Math.abs((heights[cell + i + 1] as number) - h) + Math.abs((heights[cell + i + columns] as number) - h)) /
        unit;
      const x = x0 + i * unit;
      const z = z0 + j * unit;
      const near = Math.hypot(z - place.village, (x - pathOf(place, z) - side * 44) * 1.1);
      const strip = (x * cos + z * sin) / 9 + 3 * hash2(Math.floor((z * cos - x * sin) / 16), 5);
      const plough = hash2(Math.floor(strip), Math.floor((z * cos - x * sin) / 16) + 40);
      if (slope < 0.42 && near < 58 + 14 * plough && plough > 0.15) {
        const furrow = 0.9 + 0.1 * Math.sin(strip * 40);
        const hedge = Math.abs(strip - Math.round(strip)) < 0.045 ? 0.45 : 1;
        growth.kind[cell + i] = hedge < 1 ? DARK_LEAF : FIELD;
        growth.tone[cell + i] = 255 * furrow * hedge * (0.45 + 0.55 * hash2(plough * 1000, 3));
      }
      const lane = Math.abs(Math.abs(x - pathOf(place, z)) - 40 - 4 * Math.sin(z * 0.05));
      if (lane < 0.55 && slope < 0.7 && h < 14) growth.kind[cell + i] = ROAD;
    }
  }
  for (let house = 0; house < 46; house++) {
    const z = place.village + random.range(-22, 22);
    const x = pathOf(place, z) + side * (40 + random.range(-12, 20));
    const h = heightBetween(grid, x, z);
    const step = Math.abs(heightBetween(grid, x + 2, z) - h) + Math.abs(heightBetween(grid, x, z + 2) - h);
    const church = house === 0;
    if (h < 1.5 || h > 22 || step > 2.2) continue;
    addBuilding(grid, growth, x, z, h, random.range(0, Math.PI), church ? 1.8 : random.range(0.95, 1.4), church);
  }
}

/** Adds a house with a gable or a church with a spire. */
export function addBuilding(
  grid: Grid,
  growth: Growth,
  x: number,
  z: number,
  foot: number,
  turn: number,
  size: number,
  church: boolean,
): void {
  const { x0, z0, unit, columns, rows, heights } = grid;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const reach = Math.ceil(3.4 / unit);
  const ci = Math.round((x - x0) / unit);
  const cj = Math.round((z - z0) / unit);
  if (ci < reach || cj < reach || ci >= columns - reach || cj >= rows - reach) return;
  for (let j = -reach; j <= reach; j++) {
    for (let i = -reach; i <= reach; i++) {
      const along = Math.abs((i * cos + j * sin) * unit);
      const across = Math.abs((j * cos - i * sin) * unit);
      const cell = (cj + j) * columns + ci + i;
      const tower = church && Math.hypot((i * cos + j * sin) * unit - 1.7, across);
      if (tower !== false && tower < 0.7) {
        heights[cell] = foot + 6.5 * (1 - tower * 0.55);
        growth.kind[cell] = ROOF;
        growth.tone[cell] = 130;
      } else if (along < 1.5 * size && across < 0.95 * size) {
        const eaves = along > 1.5 * size - unit || across > 0.95 * size - unit;
        heights[cell] = foot + size * (eaves ? 0.8 : 1.1 + 0.9 * (1 - across / (0.95 * size)));
        growth.kind[cell] = eaves ? WALL : ROOF;
        growth.tone[cell] = 190 + 60 * hash2(ci, cj);
      } else if (along < 3 * size && across < 2.2 * size && (growth.kind[cell] as number) === DARK_LEAF)
        growth.kind[cell] = 0;
    }
  }
}
