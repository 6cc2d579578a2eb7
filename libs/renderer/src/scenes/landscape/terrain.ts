import type { Colour } from '../../stage/colour.ts';
import { clamp, smooth } from '../../stage/easing.ts';
import { eroded2, fractal2, hash2 } from '../../stage/noise.ts';

/** One place of the tour. A map unit is about five metres; sea level is 0, and the flight goes along z. */
export interface Place {
  kind: 'fjord' | 'desert' | 'islands' | 'dunes' | 'highland' | 'bay';
  salt: number;
  low: Colour;
  lush: Colour;
  rock: Colour;
  top: Colour;
  /** True for firs, false for trees with round crowns. */
  pointed: boolean;
  /** Two colours of leaves. */
  leaves: [Colour, Colour];
  roof: Colour;
  /** Colour of parasols and boats. */
  accent: Colour;
  water: Colour;
  shoal: Colour;
  skyLow: Colour;
  skyHigh: Colour;
  sunColour: Colour;
  /** Direction of the sun: x, up, z. */
  sun: [number, number, number];
  snowFrom: number;
  /** Share of the suitable ground that is wooded. */
  woods: number;
  /** Position of the village along the flight; below 0 for none. */
  village: number;
}

/** A piece of land: a grid of heights and the light on it. */
export interface Grid {
  x0: number;
  z0: number;
  /** Side of a cell. */
  unit: number;
  columns: number;
  rows: number;
  heights: Float32Array;
  /** Lit colour of each cell, three numbers. */
  lit: Float32Array;
  /** Share of the sun that reaches the cell, 0 to 255. */
  open: Uint8Array;
}

export function createGrid(x0: number, z0: number, width: number, depth: number, unit: number): Grid {
  const columns = Math.round(width / unit);
  const rows = Math.round(depth / unit);
  const cells = columns * rows;
  return {
    x0,
    z0,
    unit,
    columns,
    rows,
    heights: new Float32Array(cells),
    lit: new Float32Array(cells * 3),
    open: new Uint8Array(cells).fill(255),
  };
}

/** Coarseness of the cells for a film of this many columns; 1 is the finest. */
export function coarsenessFor(columns: number): number {
  return columns > 300 ? 1 : columns > 100 ? 2 : 5;
}

/** Side of the cells that each hold at most one cone of rock, in map units. */
const SPIRE_CELL = 15;

/** Offset of the winding valley or canyon from the middle at `z`, in map units. */
export function pathOf({ kind, salt }: Place, z: number): number {
  if (kind === 'fjord') return 52 * Math.sin(z * 0.0155 + salt) + 12 * Math.sin(z * 0.031 + salt * 2);
  if (kind === 'desert') return 44 * Math.sin(z * 0.018 + salt) + 10 * Math.sin(z * 0.04 + salt);
  return 34 * Math.sin(z * 0.012 + salt);
}

/** Distance of a point inland from a bay's shore, below 0 on the water; the sea is towards lower z. */
export function inlandOf({ salt }: Place, x: number, z: number): number {
  const ragged = 26 * (fractal2(x * 0.022 + salt, z * 0.022, 4) - 0.47) * (0.25 + smooth(30, 80, Math.abs(x)));
  const near = z - 44 * Math.exp(-((x / 46) ** 2)) + ragged;
  // The land is a peninsula: the sea begins again behind its hills.
  const behind = 118 + 70 * (fractal2(x * 0.012 + salt, 7, 3) - 0.45) - near * 0.8;
  return Math.min(near, behind);
}

/** Height of the bare ground. */
export function groundAt(place: Place, x: number, z: number): number {
  const u = x * 0.006 + place.salt;
  const v = z * 0.006 + place.salt * 0.37;
  return shapes[place.kind](place, x, z, u, v);
}

type Shape = (place: Place, x: number, z: number, u: number, v: number) => number;

const shapes: Record<Place['kind'], Shape> = {
  fjord(place, x, z, u, v) {
    const river = Math.abs(x - pathOf(place, z));
    const bank = 17 + 6 * Math.sin(z * 0.023 + place.salt) + 22 * (fractal2(u * 3, v * 3, 3) - 0.45);
    const slopes = smooth(bank + 8, bank + 165, river);
    const worn = eroded2(u * 1.25, v * 1.25, 8);
    return (
      -11 +
      12.5 * smooth(bank - 14, bank + 5, river) +
      slopes * 265 * worn * (0.45 + worn) +
      10 * smooth(bank, bank + 45, river) * fractal2(u * 5, v * 5, 4)
    );
  },
  desert(place, x, z, u, v) {
    const trail = Math.abs(x - pathOf(place, z));
    const bank = 22 + 24 * (fractal2(u * 3.5, v * 3.5, 4) - 0.45);
    const mesa = (fractal2(u * 1.2, v * 1.2, 6) + 0.25 * smooth(20, 150, trail)) * 6.2;
    const step = Math.floor(mesa);
    const terraced = (step + smooth(0.5, 0.85, mesa - step) + 0.12 * (mesa - step)) / 6.2;
    const canyon = smooth(bank + 16, bank + 150, trail);
    return (
      3 +
      4 * smooth(bank - 14, bank + 6, trail) +
      canyon * 120 * Math.max(0, terraced - 0.26) +
      9 * eroded2(u * 8, v * 8, 5) * smooth(bank, bank + 20, trail) +
      spire(place, x, z) * smooth(9, 17, trail) * smooth(bank + 75, bank + 35, trail)
    );
  },
  islands(place, x, z, u, v) {
    const way = Math.abs(x - pathOf(place, z));
    const raw = fractal2(u * 1.9, v * 1.9, 6) + 0.09 * smooth(60, 200, way) - 0.1 * smooth(34, 4, way) + 0.015;
    const lift = smooth(0.53, 0.72, raw);
    return (
      -15 +
      16.4 * smooth(0.36, 0.53, raw) +
      5 * smooth(0.51, 0.56, raw) +
      lift * 120 * (0.15 + eroded2(u * 3.5, v * 3.5, 7)) * (0.4 + 0.6 * smooth(20, 120, way))
    );
  },
  dunes(place, x, z, u, v) {
    const wind = x * 0.024 + 4.2 * fractal2(u * 1.1, v * 1.1, 3) + z * 0.007 + place.salt;
    const share = wind - Math.floor(wind);
    // A long windward slope, a short leeward slope and a rounded crest: a sharp crest would be ragged between cells.
    const crest = 0.5 - 0.5 * Math.cos(Math.PI * 2 * share ** 1.8);
    return 30 * crest * (0.3 + 1.1 * fractal2(u * 0.8, v * 0.8, 3)) + 44 * fractal2(u * 0.9, v * 0.9, 3) - 17;
  },
  bay(place, x, z, u, v) {
    const inland = inlandOf(place, x, z);
    const worn = eroded2(u * 2.2, v * 2.2, 8);
    const head = smooth(44, 92, Math.abs(x));
    const reef = smooth(0.5, 0.62, fractal2(u * 5, v * 5, 4)) * smooth(-8, -20, inland) * smooth(-95, -45, inland);
    if (inland < 0) return Math.max(-15, inland * 0.11 - 0.002 * inland * inland) + 2.6 * reef;
    return (
      Math.min(1.7, inland * 0.17) +
      2.4 * smooth(9, 26, inland) +
      worn * (95 * smooth(14, 95, inland) + 52 * head * smooth(2, 26, inland)) +
      90 * smooth(0.5, 0.7, fractal2(u * 1.2, v * 1.2, 3)) * worn * smooth(120, 260, z)
    );
  },
  highland(_place, x, z, u, v) {
    const lakes = fractal2(u * 0.95 + 4, v * 0.95, 5) + 0.14 * smooth(30, 200, Math.abs(x)) - 0.01;
    const shore = smooth(0.36, 0.5, lakes);
    return (
      -10 +
      13 * shore +
      175 * smooth(0.42, 0.72, lakes) * eroded2(u * 1.6, v * 1.6, 8) +
      5 * shore * fractal2(u * 9, z * 0.054, 3)
    );
  },
};

/** Height of the cones of soft rock that stand about in a desert valley; 0 between them. */
function spire({ salt }: Place, x: number, z: number): number {
  const i = Math.floor(x / SPIRE_CELL);
  const j = Math.floor(z / SPIRE_CELL);
  const luck = hash2(i + Math.floor(salt), j);
  if (luck < 0.4) return 0;
  const radius = 3.6 + 3.2 * hash2(j, i + 7);
  const gap = Math.hypot(
    x - (i + 0.36 + 0.28 * hash2(i, j + 3)) * SPIRE_CELL,
    z - (j + 0.36 + 0.28 * hash2(i + 5, j)) * SPIRE_CELL,
  );
  return gap < radius ? (7 + 15 * luck * luck) * (1 - gap / radius) ** 0.75 : 0;
}

/** Height between a grid's cells; outside the grid its rim continues. */
export function heightBetween({ x0, z0, unit, columns, rows, heights }: Grid, x: number, z: number): number {
  const u = clamp((x - x0) / unit, 0, columns - 1.001);
  const v = clamp((z - z0) / unit, 0, rows - 1.001);
  const ix = u | 0;
  const iz = v | 0;
  const i = iz * columns + ix;
  const fx = u - ix;
  const fz = v - iz;
  const near = (heights[i] as number) * (1 - fx) + (heights[i + 1] as number) * fx;
  const far = (heights[i + columns] as number) * (1 - fx) + (heights[i + columns + 1] as number) * fx;
  return near + (far - near) * fz;
}

/** Writes the light between a grid's cells to `out`, and the share of the sun to `out[3]`. */
export function litBetween({ x0, z0, unit, columns, rows, lit, open }: Grid, x: number, z: number, out: Float64Array) {
  const u = clamp((x - x0) / unit, 0, columns - 1.001);
  const v = clamp((z - z0) / unit, 0, rows - 1.001);
  const ix = u | 0;
  const iz = v | 0;
  const cell = iz * columns + ix;
  const i = cell * 3;
  const j = i + columns * 3;
  const fx = u - ix;
  const fz = v - iz;
  const a = (1 - fx) * (1 - fz);
  const b = fx * (1 - fz);
  const c = (1 - fx) * fz;
  const d = fx * fz;
  out[0] = (lit[i] as number) * a + (lit[i + 3] as number) * b + (lit[j] as number) * c + (lit[j + 3] as number) * d;
  out[1] =
    (lit[i + 1] as number) * a + (lit[i + 4] as number) * b + (lit[j + 1] as number) * c + (lit[j + 4] as number) * d;
  out[2] =
    (lit[i + 2] as number) * a + (lit[i + 5] as number) * b + (lit[j + 2] as number) * c + (lit[j + 5] as number) * d;
  out[3] = (open[cell] as number) / 255;
}
