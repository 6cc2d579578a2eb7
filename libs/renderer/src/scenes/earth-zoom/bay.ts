import { type Colour, colour, oklch } from '../../stage/colour.ts';
import { hash2 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import type { Country } from '../landscape/flight.ts';
import {
  ACCENT,
  addBuilding,
  bareGrowth,
  type Growth,
  LIGHT_LEAF,
  plantTrees,
  ROAD,
  WALL,
} from '../landscape/growth.ts';
import { createGrid, type Grid, groundAt, heightBetween, inlandOf, type Place } from '../landscape/terrain.ts';
import { lightGrid, raiseCanopy, refineGround } from '../landscape/terrain-light.ts';

/** Colours and light of the bay where the fall ends; the sun is over the sea, to the left (-1) or to the right (1). */
export function bayPlace(random: Random, side: number, accent: Colour): Place {
  const evening = random.chance(0.5);
  const bearing = side * random.range(1.15, 1.6);
  const climb = evening ? random.range(0.34, 0.4) : random.range(0.46, 0.56);
  const flat = Math.sqrt(1 - climb * climb);
  const leafHue = random.range(122, 140);
  return {
    kind: 'bay',
    salt: random.range(3, 400),
    low: oklch(0.88, 0.055, random.range(76, 90)),
    lush: oklch(random.range(0.48, 0.55), 0.105, random.range(116, 134)),
    rock: oklch(0.52, 0.05, random.range(45, 70)),
    top: colour(0.86, 0.89, 0.94),
    pointed: false,
    leaves: [oklch(0.38, 0.09, leafHue), oklch(0.54, 0.125, leafHue - 12)],
    roof: random.pick([oklch(0.56, 0.15, 36), oklch(0.54, 0.13, 45), oklch(0.46, 0.075, 250)]),
    accent,
    water: oklch(0.4, 0.1, random.range(218, 234)),
    shoal: oklch(0.83, 0.13, random.range(182, 196)),
    skyLow: evening ? oklch(0.83, 0.085, random.range(30, 62)) : oklch(0.87, 0.045, 225),
    skyHigh: oklch(evening ? 0.58 : 0.6, 0.11, random.range(246, 268)),
    sunColour: evening ? colour(1.12, 0.82, 0.57) : colour(1.05, 0.94, 0.8),
    sun: [Math.sin(bearing) * flat, climb, Math.cos(bearing) * flat],
    snowFrom: 900,
    woods: random.range(0.75, 0.95),
    village: -1,
  };
}

/** Builds the bay: a beach with parasols, palms, a pier, and a town on the slope. */
export function raiseBay(place: Place, random: Random, coarseness: number): Country {
  const wide = createGrid(-384, -360, 768, 960, coarseness * 1.2);
  for (let j = 0, cell = 0; j < wide.rows; j++)
    for (let i = 0; i < wide.columns; i++, cell++)
      wide.heights[cell] = groundAt(place, wide.x0 + i * wide.unit, wide.z0 + j * wide.unit);
  const close = createGrid(-84, -70, 168, 190, coarseness / 5);
  refineGround(place, wide, close);
  const growth = bareGrowth(close);
  const town = random.range(-26, 26);
  for (let house = 0; house < 90; house++) {
    const x = town + random.range(-1, 1) * random.range(6, 42);
    const z = shoreAt(place, x) + random.range(15, 46);
    const h = heightBetween(close, x, z);
    if (h < 3 || Math.abs(heightBetween(close, x + 2, z) - h) + Math.abs(heightBetween(close, x, z + 2) - h) > 3)
      continue;
    addBuilding(
      close,
      growth,
      x,
      z,
      h,
      random.pick([0, 1.57]) + random.range(-0.35, 0.35),
      house === 0 ? 1.6 : random.range(0.8, 1.25),
      house === 0,
    );
  }
  furnishBeach(place, close, growth, random);
  plantTrees(place, close, growth);
  raiseCanopy(place, wide);
  lightGrid(place, wide, null, null);
  lightGrid(place, close, growth, wide);
  return { place, wide, close };
}

/** The z of the water's edge at `x` along the bay. */
export function shoreAt(place: Place, x: number): number {
  let z = -40;
  while (z < 90 && inlandOf(place, x, z) < 0) z += 0.5;
  return z;
}

function furnishBeach(place: Place, grid: Grid, growth: Growth, random: Random): void {
  for (let x = -52; x < 52; x += 2.3) {
    for (let row = 0; row < 3; row++) {
      const px = x + random.range(-0.6, 0.6);
      const pz = shoreAt(place, px) + 3.4 + row * 2.2 + random.range(-0.5, 0.5);
      if (random.chance(0.66)) parasol(grid, growth, px, pz, random.chance(0.62) ? ACCENT : WALL);
    }
    if (random.chance(0.75))
      palm(grid, growth, x + random.range(-1, 1), shoreAt(place, x) + random.range(10.5, 14), random.range(1.6, 2.4));
  }
  const jetty = random.range(-30, 30);
  const root = shoreAt(place, jetty) + 2;
  for (let run = 0; run < 26; run += grid.unit * 0.7)
    for (let across = -0.6; across <= 0.6; across += grid.unit * 0.7)
      raise(grid, growth, jetty + across, root - run, 0.75, ROAD, 150);
  for (let across = -4; across <= 4; across += grid.unit * 0.7)
    for (let run = 0; run < 1.3; run += grid.unit * 0.7)
      raise(grid, growth, jetty + across, root - 26 + run, 0.75, ROAD, 150);
}

function cellAt({ x0, z0, unit, columns, rows }: Grid, x: number, z: number): number {
  const i = Math.round((x - x0) / unit);
  const j = Math.round((z - z0) / unit);
  return i < 1 || j < 1 || i >= columns - 1 || j >= rows - 1 ? -1 : j * columns + i;
}

function raise(grid: Grid, growth: Growth, x: number, z: number, height: number, kind: number, tone: number): void {
  const cell = cellAt(grid, x, z);
  if (cell < 0) return;
  grid.heights[cell] = Math.max(height, grid.heights[cell] as number);
  growth.kind[cell] = kind;
  growth.tone[cell] = tone;
}

/** A parasol of eight panels, every second one darker, with a towel beside it. */
function parasol(grid: Grid, growth: Growth, x: number, z: number, kind: number): void {
  const foot = heightBetween(grid, x, z);
  const wide = 0.85;
  if (foot < 0.3) return;
  for (let dz = -wide; dz <= wide; dz += grid.unit * 0.7) {
    for (let dx = -wide; dx <= wide; dx += grid.unit * 0.7) {
      const gap = Math.hypot(dx, dz) / wide;
      if (gap > 1) continue;
      const panel = Math.floor((Math.atan2(dz, dx) / Math.PI) * 4 + 8) % 2;
      raise(
        grid,
        growth,
        x + dx,
        z + dz,
        foot + 1.05 - 0.6 * gap * gap,
        panel ? kind : WALL,
        (kind === WALL ? 215 - panel * 40 : 215) * (gap > 0.8 ? 0.5 : 1),
      );
    }
  }
  const towel = x + (hash2(x * 9, z * 9) < 0.5 ? 1.35 : -1.35);
  for (let dz = -0.7; dz <= 0.7; dz += grid.unit * 0.7)
    for (let dx = -0.3; dx <= 0.3; dx += grid.unit * 0.7)
      raise(grid, growth, towel + dx, z + dz, 0, kind === WALL ? ACCENT : WALL, 190);
}

/** A crown of seven drooping fronds. */
function palm(grid: Grid, growth: Growth, x: number, z: number, size: number): void {
  const foot = heightBetween(grid, x, z);
  if (foot < 1) return;
  const turn = hash2(x * 7, z * 7) * 6;
  for (let dz = -size; dz <= size; dz += grid.unit * 0.7) {
    for (let dx = -size; dx <= size; dx += grid.unit * 0.7) {
      const gap = Math.hypot(dx, dz) / size;
      const frond = Math.abs(Math.sin(Math.atan2(dz, dx) * 3.5 + turn));
      if (gap > 1 || frond < 0.35 + gap * 0.5) continue;
      raise(
        grid,
        growth,
        x + dx,
        z + dz,
        foot + size * (2 - 1.5 * gap ** 1.6),
        LIGHT_LEAF,
        105 + 95 * (frond - gap * 0.5),
      );
    }
  }
}
