import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Film } from '../../stage/film.ts';
import { noise2, noise3 } from '../../stage/noise.ts';
import type { Boat } from './boats.ts';
import { boatHeight, paintBoat } from './boats.ts';
import { hazeTowards, skyColumn } from './flight-sky.ts';
import { type Grid, heightBetween, litBetween, type Place } from './terrain.ts';
import { shadeWater } from './water.ts';

/** Distance where the land ends in haze. */
const FAR = 720;
const NEAREST = 12;

/** A land to fly over: a wide coarse grid, and a finer grid for the part near the camera. */
export interface Country {
  place: Place;
  wide: Grid;
  close: Grid;
}

/** The camera's position and angles, in radians. */
export interface Drone {
  x: number;
  y: number;
  z: number;
  heading: number;
  roll: number;
  /** Height of the horizon above the middle, as a share of the picture's height. */
  pitch: number;
}

const depths: number[] = [];
for (let depth = NEAREST; depth < FAR; depth += Math.max(0.035, depth * 0.0021)) depths.push(depth);

const seen = new Float64Array(4);
const haze = new Float64Array(3);

/** Height of the horizon above the middle of the picture at a column, in rows. */
export function horizonAt(film: Film, drone: Drone, column: number): number {
  return film.height * (0.5 - drone.pitch * 0.5) + drone.roll * (column - film.width / 2) * 0.8;
}

export const FOCAL = 0.62;

/**
 * Draws columns `from` to `until` of the land, each from front to back: every step either is hidden by the strips already
 * drawn or adds a strip above them. Strips may end between two rows, so edges are antialiased.
 */
export function fly(
  film: Film,
  country: Country,
  drone: Drone,
  boats: readonly Boat[],
  time: number,
  from: number,
  until: number,
) {
  const { width, height, rgb } = film;
  const { place, wide, close } = country;
  const focal = height * FOCAL;
  const [sin, cos] = [Math.sin(drone.heading), Math.cos(drone.heading)];
  const closeX = close.x0 + close.columns * close.unit - 1;
  const closeZ = close.z0 + close.rows * close.unit - 1;
  const roughness = place.kind === 'dunes' ? 0.06 : 0.34;
  const fogs = depths.map((depth) => 1 - Math.exp(-((depth / 470) ** 1.8)));
  // In a small picture, finer steps would be less than a row apart.
  const stride = width > 300 ? 1 : 2;
  for (let column = from; column < until; column++) {
    const u = (column + 0.5 - width / 2) / focal;
    const horizon = horizonAt(film, drone, column);
    const stretch = Math.sqrt(1 + u * u);
    const dx = sin + cos * u;
    const dz = cos - sin * u;
    hazeTowards(place, dx / stretch, dz / stretch, haze);
    const hr = haze[0] as number;
    const hg = haze[1] as number;
    const hb = haze[2] as number;
    let filled = height;
    let hidden = true;
    let lastR = 0;
    let lastG = 0;
    let lastB = 0;
    for (let o = column * 3; o < rgb.length; o += width * 3) {
      rgb[o] = 0;
      rgb[o + 1] = 0;
      rgb[o + 2] = 0;
    }
    for (let step = 0; step < depths.length && filled > 0; step += stride) {
      const depth = depths[step] as number;
      const x = drone.x + dx * depth;
      const z = drone.z + dz * depth;
      const fine = depth < 190 && x > close.x0 && z > close.z0 && x < closeX && z < closeZ;
      const grid = fine ? close : wide;
      let land = heightBetween(grid, x, z);
      const deep = -land;
      let boat: Boat | null = null;
      if (land < 0) {
        land = 0;
        if (fine) {
          for (const one of boats) {
            const hull = boatHeight(one, x, z);
            if (hull > 0) {
              land = hull;
              boat = one;
            }
          }
        }
      }
      let row = horizon + ((drone.y - land) * focal) / depth;
      if (row >= filled) {
        hidden = true;
        continue;
      }
      if (row < 0) row = 0;
      litBetween(grid, x, z, seen);
      if (boat) paintBoat(boat, x, z, land, place, seen);
      else if (deep > 0) shadeWater(country, x, z, deep, depth, drone.y, dx / stretch, dz / stretch, boats, time, seen);
      else if (depth < 230) {
        const near = smooth(230, 70, depth) * roughness;
        const stone = noise3(x * 0.9, land * 1.1, z * 0.9) + 0.6 * noise3(x * 2.3, land * 2.6, z * 2.3);
        const grain = 1 + (stone - 0.8) * near + (noise2(x * 3.1, z * 3.1) - 0.5) * near * 0.8;
        seen[0] = (seen[0] as number) * grain;
        seen[1] = (seen[1] as number) * grain;
        seen[2] = (seen[2] as number) * grain;
      }
      // Haze fills the valleys; peaks rise above it.
      const veil = clamp((fogs[step] as number) * (0.52 + 0.48 / (1 + land * 0.022)) + smooth(FAR * 0.7, FAR, depth));
      const r = mix(seen[0] as number, hr, veil);
      const g = mix(seen[1] as number, hg, veil);
      const b = mix(seen[2] as number, hb, veil);
      if (hidden || filled === height) {
        lastR = r;
        lastG = g;
        lastB = b;
      }
      hidden = false;
      const bottom = Math.ceil(filled) - 1;
      const top = row | 0;
      const o = (bottom * width + column) * 3;
      if (top === bottom) {
        const share = filled - row;
        rgb[o] = (rgb[o] as number) + r * share;
        rgb[o + 1] = (rgb[o + 1] as number) + g * share;
        rgb[o + 2] = (rgb[o + 2] as number) + b * share;
      } else {
        const first = filled - bottom;
        rgb[o] = (rgb[o] as number) + lastR * first;
        rgb[o + 1] = (rgb[o + 1] as number) + lastG * first;
        rgb[o + 2] = (rgb[o + 2] as number) + lastB * first;
        const span = 1 / (filled - row);
        // A steep strip has structure of its own: cracks of rock, leaves of a tree. A plain gradient would look smeared.
        const steep = bottom - top > 2 && deep <= 0 && boat === null ? smooth(300, 90, depth) * (1 - veil) : 0;
        for (let y = bottom - 1, p = o - width * 3; y > top; y--, p -= width * 3) {
          const share = (filled - y - 0.5) * span;
          let tone = 1;
          if (steep > 0.02) {
            const level = drone.y - ((y + 0.5 - horizon) * depth) / focal;
            tone +=
              (noise3(x * 1.1, level * 2.1, z * 1.1) + 0.5 * noise3(x * 2.9, level * 4.7, z * 2.9) - 0.75) * steep;
          }
          rgb[p] = (lastR + (r - lastR) * share) * tone;
          rgb[p + 1] = (lastG + (g - lastG) * share) * tone;
          rgb[p + 2] = (lastB + (b - lastB) * share) * tone;
        }
        const rest = top + 1 - row;
        const p = (top * width + column) * 3;
        rgb[p] = r * rest;
        rgb[p + 1] = g * rest;
        rgb[p + 2] = b * rest;
      }
      lastR = r;
      lastG = g;
      lastB = b;
      filled = row;
    }
    skyColumn(film, place, column, filled, horizon, focal, dx / stretch, dz / stretch, time);
  }
}
