import { colour } from '../stage/colour.ts';
import { clamp, mix, smooth } from '../stage/easing.ts';
import { at, type Film } from '../stage/film.ts';
import { fractal2, noise2 } from '../stage/noise.ts';
import { heightBetween, litBetween, type Place, type Terrain } from './terrain.ts';

/** The land ends here, in haze. */
const FAR = 640;

const soil = colour(0.5, 0.5, 0.5);

/** Where the camera flies; angles in radians. */
export interface Drone {
  x: number;
  y: number;
  z: number;
  heading: number;
  roll: number;
  /** Share of the picture's height by which the horizon stands above the middle. */
  pitch: number;
}

/** Draws the land column by column from front to back: each step of a column either hides behind what is drawn or adds to it. */
export function fly(film: Film, place: Place, terrain: Terrain, drone: Drone, time: number): void {
  const { width, height, rgb } = film;
  const focal = height * 0.62;
  const [sin, cos] = [Math.sin(drone.heading), Math.cos(drone.heading)];
  const { sea, skyLow, sunColour } = place;
  for (let column = 0; column < width; column++) {
    const u = (column + 0.5 - width / 2) / focal;
    const horizon = height * (0.5 - drone.pitch * 0.5) + drone.roll * (column - width / 2) * 0.8;
    const dx = sin + cos * u;
    const dz = cos - sin * u;
    let filled = height;
    let lastR = 0;
    let lastG = 0;
    let lastB = 0;
    for (let depth = 4; depth < FAR && filled > 0; depth += Math.max(0.3, depth * 0.0013)) {
      const x = drone.x + dx * depth;
      const z = drone.z + dz * depth;
      let land = heightBetween(terrain, x, z);
      const wet = land < sea;
      const deep = sea - land;
      if (wet) land = sea;
      const row = horizon + ((drone.y - land) * focal) / depth;
      if (row >= filled) continue;
      let r: number;
      let g: number;
      let b: number;
      if (wet) {
        const shoal = Math.exp(-deep * 0.32);
        const wave =
          noise2(x * 0.5 + time * 0.7, z * 0.8 - time * 0.4) - 0.5 + (noise2(x * 1.7 - time, z * 2.1) - 0.5) * 0.5;
        const mirror = clamp(0.12 + 0.75 * (depth / (depth + drone.y * 2.2)) ** 2 + wave * 0.12);
        const glitter = Math.max(0, wave - 0.28) * 5 * smooth(40, 200, depth) * mirror;
        const foam = smooth(1.3, 0.15, deep + wave * 0.9) * 0.75;
        r = mix(mix(place.water.r, place.shoal.r, shoal), skyLow.r, mirror) + glitter * sunColour.r + foam * 0.8;
        g = mix(mix(place.water.g, place.shoal.g, shoal), skyLow.g, mirror) + glitter * sunColour.g + foam * 0.8;
        b = mix(mix(place.water.b, place.shoal.b, shoal), skyLow.b, mirror) + glitter * sunColour.b + foam * 0.8;
      } else {
        const leaf = depth < 130 ? 0.84 + 0.32 * noise2(x * 1.9, z * 1.9) : 1;
        litBetween(terrain, x, z, soil);
        r = soil.r * leaf;
        g = soil.g * leaf;
        b = soil.b * leaf;
      }
      const fog = 1 - Math.exp(-((depth / 330) ** 2)) * (1 - 0.1 * clamp(depth / 200));
      const low = Math.exp(-Math.max(0, land - sea) * 0.02);
      const haze = clamp(fog * (0.6 + 0.4 * low) + smooth(FAR * 0.72, FAR, depth));
      r += (skyLow.r - r) * haze;
      g += (skyLow.g - g) * haze;
      b += (skyLow.b - b) * haze;
      const top = Math.max(0, Math.floor(row));
      const start = Math.min(height - 1, Math.ceil(filled) - 1);
      if (filled === height) {
        lastR = r;
        lastG = g;
        lastB = b;
      }
      const span = Math.max(1, start - top + 1);
      for (let y = start, n = 1; y >= top; y--, n++) {
        const share = n / span;
        const o = (y * width + column) * 3;
        rgb[o] = mix(lastR, r, share);
        rgb[o + 1] = mix(lastG, g, share);
        rgb[o + 2] = mix(lastB, b, share);
      }
      lastR = r;
      lastG = g;
      lastB = b;
      filled = top;
    }
    const bearing = Math.atan2(dx, dz);
    for (let y = 0; y < filled; y++) sky(film, place, column, y, horizon, focal, bearing, time);
  }
}

function sky(
  { width, rgb }: Film,
  { skyLow, skyHigh, sunColour, sun, salt }: Place,
  column: number,
  y: number,
  horizon: number,
  focal: number,
  bearing: number,
  time: number,
): void {
  const up = (horizon - y) / focal;
  const share = smooth(-0.02, 0.75, up);
  const sunBearing = Math.atan2(sun[0], sun[2]);
  const away = Math.hypot(bearing - sunBearing, up - sun[1] * 0.5);
  const glow = Math.exp(-away * 3.2) * 0.9 + Math.exp(-away * 20) * 1.4;
  const reach = 1 / (up + 0.12);
  const cloud =
    up > 0
      ? smooth(0.5, 0.78, fractal2(bearing * reach * 1.5 + salt + time * 0.02, reach * 1.6, 5)) *
        smooth(0, 0.2, up) *
        0.8
      : 0;
  const o = (y * width + column) * 3;
  rgb[o] = mix(mix(skyLow.r, skyHigh.r, share) + glow * sunColour.r, 1.0, cloud);
  rgb[o + 1] = mix(mix(skyLow.g, skyHigh.g, share) + glow * sunColour.g * 0.8, 0.97, cloud);
  rgb[o + 2] = mix(mix(skyLow.b, skyHigh.b, share) + glow * sunColour.b * 0.7, 0.96, cloud);
}

/** Covers the picture with cloud: shreds at first, all white at 1. */
export function clouds({ width, height, rgb }: Film, cover: number, time: number, { skyLow }: Place): void {
  for (let y = 0, o = 0; y < height; y++) {
    for (let x = 0; x < width; x++, o += 3) {
      const u = (x - width / 2) / height;
      const v = y / height - 0.45;
      const zoom = 1 / (0.35 + cover * 0.6);
      const vapour = fractal2(u * 3 * zoom + 11, v * 3 * zoom + time * 0.8, 4);
      const share = smooth(0.78 - cover * 0.95, 1.05 - cover * 0.9, vapour + 0.1);
      const white = 0.95 + 0.35 * vapour;
      rgb[o] = mix(at(rgb, o), white * (0.75 + skyLow.r * 0.3), share);
      rgb[o + 1] = mix(at(rgb, o + 1), white * (0.76 + skyLow.g * 0.28), share);
      rgb[o + 2] = mix(at(rgb, o + 2), white * (0.8 + skyLow.b * 0.25), share);
    }
  }
}
