import { type Colour, colour } from '../stage/colour.ts';
import { clamp, mix, smooth } from '../stage/easing.ts';
import { at } from '../stage/film.ts';
import { fractal2, noise2 } from '../stage/noise.ts';

/** One place of the tour. Lengths in map units; the land is 1024 units square. */
export interface Place {
  kind: 'fjord' | 'desert' | 'islands' | 'dunes' | 'highland';
  salt: number;
  sea: number;
  low: Colour;
  lush: Colour;
  rock: Colour;
  top: Colour;
  water: Colour;
  shoal: Colour;
  skyLow: Colour;
  skyHigh: Colour;
  sunColour: Colour;
  /** Towards the sun, over the map (x, z) and up. */
  sun: [number, number, number];
  snowFrom: number;
}

export const LAND = 1024;

export interface Terrain {
  cells: number;
  heights: Float32Array;
  /** Colour times light of each cell, three numbers. */
  lit: Float32Array;
}

/** Raises the land, colours it by height and slope, and throws the sun's shadows across it. */
export function raiseTerrain(place: Place, cells: number): Terrain {
  const heights = new Float32Array(cells * cells);
  const unit = LAND / cells;
  for (let z = 0, i = 0; z < cells; z++)
    for (let x = 0; x < cells; x++, i++) heights[i] = heightAt(place, x * unit, z * unit);
  const lit = new Float32Array(cells * cells * 3);
  const shade = sunlight(place, heights, cells, unit);
  const { low, lush, rock, top, sunColour } = place;
  for (let z = 0, i = 0; z < cells; z++) {
    for (let x = 0; x < cells; x++, i++) {
      const h = at(heights, i);
      const right = at(heights, z * cells + Math.min(cells - 1, x + 1));
      const down = at(heights, Math.min(cells - 1, z + 1) * cells + x);
      const sx = (h - right) / unit;
      const sz = (h - down) / unit;
      const inverse = 1 / Math.sqrt(sx * sx + sz * sz + 1);
      const facing = Math.max(0, (sx * place.sun[0] + place.sun[1] + sz * place.sun[2]) * inverse);
      const steep = smooth(0.82, 0.6, inverse + (noise2(x * 0.3, z * 0.3) - 0.5) * 0.16);
      const tuft = 0.7 + 0.6 * fractal2(x * unit * 0.22 + 40, z * unit * 0.22, 4);
      const meadow = smooth(0.42, 0.58, fractal2(x * unit * 0.02 + place.salt, z * unit * 0.02, 3));
      const snow = smooth(place.snowFrom, place.snowFrom + 10, h + (tuft - 1) * 16) * (1 - steep * 0.75);
      const beach = smooth(place.sea + 3.5, place.sea + 0.8, h);
      const sunny = facing * at(shade, i);
      const sky = 0.42 * (0.6 + 0.4 * inverse);
      // Bands of rock lie level, so steep walls show them as stripes.
      const band = 0.82 + 0.36 * noise2(h * 0.55 + place.salt, x * unit * 0.01);
      for (let channel = 0; channel < 3; channel++) {
        const pick = (c: Colour) => (channel === 0 ? c.r : channel === 1 ? c.g : c.b);
        let base = mix(pick(lush) * tuft, pick(low) * tuft, Math.max(meadow, beach));
        base = mix(base, pick(rock) * band * (0.75 + 0.3 * tuft), steep);
        base = mix(base, pick(top), snow);
        lit[i * 3 + channel] = base * (sunny * 2.3 * pick(sunColour) + sky * (0.5 + pick(place.skyHigh)));
      }
    }
  }
  return { cells, heights, lit };
}

/** The line a river or a canyon takes through the land: its distance from the middle at depth z. */
export function pathOf({ kind, salt }: Place, z: number): number {
  if (kind === 'fjord') return 80 * Math.sin(z * 0.011 + salt) + 24 * Math.sin(z * 0.027);
  return kind === 'desert' ? 70 * Math.sin(z * 0.013 + salt) : 0;
}

function heightAt(place: Place, x: number, z: number): number {
  const { kind, salt, sea } = place;
  const u = x * 0.006 + salt;
  const v = z * 0.006 + salt * 0.37;
  if (kind === 'fjord') {
    const river = Math.abs(x - LAND / 2 - pathOf(place, z));
    const valley = smooth(24, 250, river);
    const ridge = 1 - Math.abs(fractal2(u * 1.5, v * 1.5, 7) * 2 - 1);
    return (
      sea -
      9 +
      valley * (16 + 118 * ridge * ridge * fractal2(u * 0.6 + 9, v * 0.6, 3) * 1.7) +
      14 * smooth(24, 70, river) * fractal2(u * 6, v * 6, 4)
    );
  }
  if (kind === 'desert') {
    const raw = fractal2(u * 1.1, v * 1.1, 6);
    const canyon = smooth(10, 80, Math.abs(x - LAND / 2 - pathOf(place, z)));
    const mesa = raw * 6.5;
    const step = Math.floor(mesa);
    const terraced = (step + smooth(0.35, 0.75, mesa - step)) / 6.5;
    return sea - 4 + canyon * (8 + 105 * Math.max(0, terraced - 0.28) * 1.5) + 5 * fractal2(u * 9, v * 9, 3) * canyon;
  }
  if (kind === 'islands') {
    const raw = fractal2(u * 1.25, v * 1.25, 7);
    const lift = Math.max(0, raw - 0.53);
    return sea - 16 + 42 * smooth(0.36, 0.56, raw) * 0.42 + lift * 230 * (0.5 + fractal2(u * 5, v * 5, 4));
  }
  if (kind === 'dunes') {
    const wind = x * 0.03 + 5 * fractal2(u * 1.1, v * 1.1, 3) + z * 0.008 + salt;
    const share = wind - Math.floor(wind);
    // A long slope to windward and a short one to leeward, with a rounded crest: a knife edge would tear between cells.
    const crest = 0.5 - 0.5 * Math.cos(Math.PI * 2 * share ** 1.7);
    return sea + 4 + 20 * crest * (0.4 + 1.1 * fractal2(u * 0.8, v * 0.8, 3)) + 26 * fractal2(u * 0.7, v * 0.7, 3);
  }
  const lakes = fractal2(u * 0.9 + 4, v * 0.9, 5);
  return (
    sea -
    10 +
    60 * smooth(0.36, 0.68, lakes) +
    46 * (1 - Math.abs(fractal2(u * 2, v * 2, 6) * 2 - 1)) ** 2 * smooth(0.4, 0.6, lakes)
  );
}

/** 1 where the sun reaches, less in shade: rays are followed over the map towards the sun. */
function sunlight({ sun, sea }: Place, heights: Float32Array, cells: number, unit: number): Float32Array {
  const shade = new Float32Array(cells * cells).fill(1);
  const flat = Math.hypot(sun[0], sun[2]);
  const sx = sun[0] / flat;
  const sz = sun[2] / flat;
  const climb = (sun[1] / flat) * unit;
  for (let z = 0, i = 0; z < cells; z++) {
    for (let x = 0; x < cells; x++, i++) {
      const h = Math.max(sea, at(heights, i));
      let open = 1;
      for (let step = 2; step < 60 && open > 0.02; step += 1 + (step >> 3)) {
        const px = Math.round(x + sx * step);
        const pz = Math.round(z + sz * step);
        if (px < 0 || pz < 0 || px >= cells || pz >= cells) break;
        open = Math.min(open, 0.5 + (h + climb * step - at(heights, pz * cells + px)) / (1.2 + step * 0.12));
      }
      shade[i] = clamp(open);
    }
  }
  return shade;
}

/** Height between the cells. */
export function heightBetween({ cells, heights }: Terrain, x: number, z: number): number {
  const u = clamp((x / LAND) * cells, 0, cells - 1.001);
  const v = clamp((z / LAND) * cells, 0, cells - 1.001);
  const ix = u | 0;
  const iz = v | 0;
  const i = iz * cells + ix;
  const fx = u - ix;
  const fz = v - iz;
  const near = at(heights, i) * (1 - fx) + at(heights, i + 1) * fx;
  const far = at(heights, i + cells) * (1 - fx) + at(heights, i + cells + 1) * fx;
  return near + (far - near) * fz;
}

/** Light of the land between the cells. */
export function litBetween({ cells, lit }: Terrain, x: number, z: number, out: Colour): void {
  const u = clamp((x / LAND) * cells, 0, cells - 1.001);
  const v = clamp((z / LAND) * cells, 0, cells - 1.001);
  const ix = u | 0;
  const iz = v | 0;
  const i = (iz * cells + ix) * 3;
  const j = i + cells * 3;
  const fx = u - ix;
  const fz = v - iz;
  const a = (1 - fx) * (1 - fz);
  const b = fx * (1 - fz);
  const c = (1 - fx) * fz;
  const d = fx * fz;
  out.r = at(lit, i) * a + at(lit, i + 3) * b + at(lit, j) * c + at(lit, j + 3) * d;
  out.g = at(lit, i + 1) * a + at(lit, i + 4) * b + at(lit, j + 1) * c + at(lit, j + 4) * d;
  out.b = at(lit, i + 2) * a + at(lit, i + 5) * b + at(lit, j + 2) * c + at(lit, j + 5) * d;
}

export const snowWhite = colour(0.85, 0.88, 0.93);
