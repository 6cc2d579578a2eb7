import { smooth } from '../stage/easing.ts';
import type { Light } from '../stage/expose.ts';
import { hash2, noise2 } from '../stage/noise.ts';
import { createSkyline, type StreetPlan } from './city-skyline.ts';

/** A light that runs along the street, drawn as a streak between two depths. */
export interface Runner {
  x: number;
  y: number;
  near: number;
  far: number;
  r: number;
  g: number;
  b: number;
  size: number;
}

const HALF = 5.2;
const BLOCK = 11;
const SEE = 130;
const ARCH_EVERY = 15;

/** The street is endless and made up from the number of each block, so nothing is stored. */
export function createStreet(plan: StreetPlan) {
  const { salt, skyLow, warm } = plan;
  const moment = { z: 0.5, time: 0.5, moon: 0.5, arches: 0.5 };
  const { sky, facade, neonOf } = createSkyline(plan, moment);
  let runners: Runner[] = [];

  /** What a ray meets above the road. Returns a surface number. */
  function above(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    let surface = 1;
    let meets = SEE * 4;
    const side = dx > 0 ? 1 : 0;
    if (dx > 1e-5 || dx < -1e-5) {
      for (let row = 0; row < 2 && surface === 1; row++) {
        const plane = (side ? 1 : -1) * (HALF + row * 6);
        const t = (plane - ox) / dx;
        const z = oz + dz * t;
        const block = Math.floor(z / BLOCK);
        const along = z - block * BLOCK;
        const height = 9 + 26 * hash2(block * 2 + side + row * 71, salt + row) + row * 14;
        const y = oy + dy * t;
        if (t < SEE * 2 && y < height && (along > 0.5 || row > 0)) {
          facade(side + row * 2, block, along, y, height, t, light);
          meets = t;
          surface = 3 + ((block & 15) * 4 + side + row * 2);
        }
      }
    }
    if (surface === 1) sky(dx, dy, dz, light);
    else {
      const fog = 1 - Math.exp(-meets * 0.0125);
      light.r += (skyLow.r * 1.1 - light.r) * fog;
      light.g += (skyLow.g * 1.1 - light.g) * fog;
      light.b += (skyLow.b * 1.1 - light.b) * fog;
    }
    if (dz > 1e-4) surface = signsAndArches(ox, oy, oz, dx, dy, dz, meets, surface, light);
    streaks(ox, oy, oz, dx, dy, dz, meets, light);
    return surface;
  }

  function signsAndArches(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    meets: number,
    found: number,
    light: Light,
  ): number {
    let surface = found;
    const first = Math.ceil((oz + 0.6) / BLOCK);
    for (let n = 0; n < 9; n++) {
      const block = first + n;
      const t = (block * BLOCK - oz) / dz;
      if (t > meets) break;
      const x = ox + dx * t;
      const y = oy + dy * t;
      const side = x > 0 ? 1 : 0;
      const luck = hash2(block * 2 + side, salt + 40);
      const tall = 2.2 + luck * 3.4;
      const low = 3.6 + hash2(block, salt + side + 5) * 5;
      const inward = HALF - Math.abs(x);
      if (luck < 0.85 && inward > 0.1 && inward < 1.35 && y > low && y < low + tall) {
        const tint = neonOf(hash2(block + side * 17, salt + 3));
        const cu = Math.floor((inward - 0.1) / 0.25);
        const cv = Math.floor((y - low) / 0.25);
        const frame = inward < 0.2 || inward > 1.25 || y - low < 0.12 || low + tall - y < 0.12;
        const stroke = hash2(cu + block * 5, cv + salt) > 0.45 && cu > 0 && cu < 4;
        const flicker = 0.8 + 0.2 * Math.sin(moment.time * (9 + luck * 20) + luck * 40);
        const level = (frame ? 2.6 : stroke ? 2.1 : 0.28) * flicker * Math.exp(-t * 0.008);
        light.r = tint.r * level;
        light.g = tint.g * level;
        light.b = tint.b * level;
        surface = 80 + (block & 15) * 2 + side + (frame ? 40 : 0);
        break;
      }
    }
    if (moment.arches <= 0.01) return surface;
    const start = Math.ceil((oz + 0.3) / ARCH_EVERY);
    for (let n = 0; n < 6; n++) {
      const arch = start + n;
      const t = (arch * ARCH_EVERY - oz) / dz;
      if (t > meets) break;
      const x = ox + dx * t;
      const y = oy + dy * t - 1.2;
      const round = y > 0 ? Math.hypot(x, y) : Math.abs(x);
      const gap = Math.abs(round - 4.5);
      if (y < -1.2 || gap > 0.9) continue;
      const tint = neonOf(hash2(arch, salt + 8));
      const level =
        moment.arches * (smooth(0.09 + t * 0.0015, 0.05, gap) * 4.5 + Math.exp(-gap * 6) * 0.5) * Math.exp(-t * 0.012);
      light.r += tint.r * level;
      light.g += tint.g * level;
      light.b += tint.b * level;
      if (gap < 0.07) surface = 150 + (arch & 7);
    }
    return surface;
  }

  function streaks(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    meets: number,
    light: Light,
  ): void {
    if (dz < 0.05) return;
    for (let n = 0; n < runners.length; n++) {
      const runner = runners[n] as Runner;
      // The depth on the streak that lies nearest to the ray, sideways.
      let t = (runner.near - oz) / dz;
      const end = (runner.far - oz) / dz;
      const across = dx * dx + dy * dy;
      if (across > 1e-7) {
        const best = ((runner.x - ox) * dx + (runner.y - oy) * dy) / across;
        t = best < t ? t : Math.min(best, end);
      }
      if (t < 0.3 || t > meets) continue;
      const gx = ox + dx * t - runner.x;
      const gy = oy + dy * t - runner.y;
      const gap = (gx * gx + gy * gy) / (runner.size * runner.size);
      if (gap > 30) continue;
      const level = (Math.exp(-gap * 3) * 3 + 0.22 / (1 + gap * 2)) * (1 - gap / 30);
      light.r += runner.r * level;
      light.g += runner.g * level;
      light.b += runner.b * level;
    }
  }

  /** Follows a ray from the camera; the wet road sends it on upwards. */
  function trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    const down = dy < -1e-4 ? -oy / dy : 1e9;
    const wall = dx > 1e-5 ? (HALF - ox) / dx : dx < -1e-5 ? (-HALF - ox) / dx : 1e9;
    if (down > wall || down > SEE * 2) return above(ox, oy, oz, dx, dy, dz, light);
    const x = ox + dx * down;
    const z = oz + dz * down;
    const puddle = smooth(0.36, 0.6, noise2(x * 0.55 + 7, z * 0.3) * 0.65 + noise2(x * 2.1, z * 1.2) * 0.35);
    const rough = (1 - puddle) * 0.05 + 0.006;
    const ripple = (noise2(x * 7, z * 5 + moment.time) - 0.5) * rough;
    const grain = (noise2(x * 23, z * 17) - 0.5) * rough * 1.6;
    // Reflections on wet asphalt stretch towards the eye: tilt the mirror along the view more than across it.
    let rx = dx + ripple;
    let ry = -dy + Math.abs(grain) * 2.2 + ripple * 0.8;
    let rz = dz;
    const inverse = 1 / Math.sqrt(rx * rx + ry * ry + rz * rz);
    rx *= inverse;
    ry *= inverse;
    rz *= inverse;
    const surface = above(x, 0.01, z, rx, ry, rz, light);
    const facing = 1 + dy;
    const mirror = (0.1 + 0.8 * facing ** 4) * (0.4 + 0.6 * puddle) * plan.wetness;
    const kerb = smooth(4.0, 4.1, Math.abs(x));
    const lane =
      smooth(0.09, 0.06, Math.abs(x)) * smooth(0.45, 0.5, Math.abs(((z / 6) % 1) - 0.5) + 0.15) +
      smooth(0.06, 0.04, Math.abs(Math.abs(x) - 3.85));
    const tarmac = 0.012 + 0.012 * noise2(x * 31, z * 31) + kerb * 0.03;
    const paint = Math.min(1, lane) * 0.3 * (0.5 + 0.5 * noise2(x * 9, z * 4));
    const shops = 0.1 * smooth(1.5, 5.2, Math.abs(x));
    light.r = light.r * mirror + (tarmac + paint) * (0.5 + skyLow.r * 2) + warm.r * shops * tarmac * 8;
    light.g = light.g * mirror + (tarmac + paint) * (0.5 + skyLow.g * 2) + warm.g * shops * tarmac * 8;
    light.b = light.b * mirror + (tarmac + paint) * (0.55 + skyLow.b * 2) + warm.b * shops * tarmac * 8;
    const fog = 1 - Math.exp(-down * 0.01);
    light.r += (skyLow.r - light.r) * fog;
    light.g += (skyLow.g - light.g) * fog;
    light.b += (skyLow.b - light.b) * fog;
    return 200 + (surface & 127);
  }

  return {
    trace,
    /** Sets the moment to be traced. `moon` and `arches` fade those in, 0 to 1. */
    at(time: number, moon: number, arches: number, lights: Runner[]): void {
      moment.time = time;
      moment.moon = moon;
      moment.arches = arches;
      runners = lights;
    },
  };
}
