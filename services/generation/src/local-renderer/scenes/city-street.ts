import { type Colour, colour } from '../stage/colour.ts';
import { clamp, smooth } from '../stage/easing.ts';
import type { Light } from '../stage/expose.ts';
import { at } from '../stage/film.ts';
import { hash2, noise2 } from '../stage/noise.ts';

/** How a street looks; lengths in metres. */
export interface StreetPlan {
  salt: number;
  skyLow: Colour;
  skyHigh: Colour;
  warm: Colour;
  cool: Colour;
  /** Neon colours, dealt to signs and arches. */
  neon: Colour[];
  wetness: number;
  /** Share of windows that are lit. */
  awake: number;
}

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
  const { salt, skyLow, skyHigh, warm, cool, neon } = plan;
  const fallback = colour(1, 1, 1);
  const tintOfMoon = neon[0] ?? fallback;
  const moment = { z: 0.5, time: 0.5, moon: 0.5, arches: 0.5 };
  let runners: Runner[] = [];

  function neonOf(luck: number): Colour {
    return neon[Math.floor(luck * neon.length) % neon.length] ?? fallback;
  }

  function sky(dx: number, dy: number, dz: number, light: Light): void {
    const height = smooth(-0.02, 0.55, dy);
    light.r = skyLow.r + (skyHigh.r - skyLow.r) * height;
    light.g = skyLow.g + (skyHigh.g - skyLow.g) * height;
    light.b = skyLow.b + (skyHigh.b - skyLow.b) * height;
    const ahead = dz > 0 ? Math.hypot(dx, dy - 0.16) / dz : 9;
    const size = 0.1 + 0.12 * moment.moon;
    const disc = smooth(size + 0.006, size - 0.006, ahead) * moment.moon;
    const halo = Math.exp(-ahead * 5) * (0.25 + 0.6 * moment.moon);
    // Bars of haze across the disc grow towards its foot.
    const foot = (0.16 + size - dy) / (2 * size);
    const bar = smooth(0.08, 0.12, Math.abs(((foot * 8) % 1) - 0.5) + 0.34 - foot * 0.42);
    light.r += (warm.r * (0.95 - 0.45 * foot) + tintOfMoon.r * foot) * disc * bar + skyLow.r * halo;
    light.g += (warm.g * (0.85 - 0.6 * foot) + tintOfMoon.g * foot) * disc * bar + skyLow.g * halo;
    light.b += (warm.b * (0.8 - 0.5 * foot) + tintOfMoon.b * foot) * disc * bar + skyLow.b * halo;
  }

  function facade(
    side: number,
    block: number,
    along: number,
    y: number,
    height: number,
    distance: number,
    light: Light,
  ): void {
    const luck = hash2(block * 2 + side, salt);
    const bayWide = 0.75 + luck * 0.6;
    const storey = 0.95 + hash2(block, salt + side + 9) * 0.5;
    const u = along / bayWide;
    const v = (y - 3.1) / storey;
    const column = Math.floor(u);
    const row = Math.floor(v);
    const dark = 0.02 + 0.03 * luck;
    light.r = skyLow.r * 0.1 + dark * 0.8;
    light.g = skyLow.g * 0.1 + dark * 0.8;
    light.b = skyLow.b * 0.12 + dark * 1.3;
    const soft = 0.05 + distance * 0.004;
    if (v > 0 && y < height - 0.9) {
      const fu = Math.abs(u - column - 0.5);
      const fv = Math.abs(v - row - 0.5);
      const pane = smooth(0.36 + soft, 0.36 - soft, fu) * smooth(0.32 + soft, 0.32 - soft, fv);
      const lot = hash2(column + block * 31, row * 7 + side * 3 + salt);
      const on = lot < plan.awake ? 1 : 0.05;
      const tint = hash2(row + block, column + salt) < 0.72 ? warm : cool;
      const level = pane * on * (0.15 + 0.95 * hash2(column * 5 + salt, row + block) ** 2 * 1.6);
      light.r += tint.r * level;
      light.g += tint.g * level;
      light.b += tint.b * level;
    } else if (y < 2.7 && y > 0.25) {
      // Shop fronts: lit panes between dark posts, their goods a blur of colour.
      const shop = Math.floor(along / 3.2);
      const fu = along / 3.2 - shop;
      const post = smooth(0.02, 0.05, Math.min(fu, 1 - fu)) * (0.55 + 0.45 * smooth(0.012, 0.02, Math.abs(fu - 0.5)));
      // Light falls from the ceiling of the shop; people and goods stand dark before it.
      const crowd = 0.3 + 1.5 * noise2(along * 2.2 + block * 9, shop * 7);
      const figure = smooth(crowd + 0.3, crowd - 0.3, y) * 0.55;
      const goods = (0.2 + 0.8 * smooth(0.2, 2.6, y) ** 1.5) * (1 - figure);
      const tint = hash2(shop, block + side) < 0.78 ? warm : neonOf(hash2(block, shop + side));
      const level = post * goods * (0.5 + 0.6 * hash2(shop + salt, block)) * smooth(2.7, 2.4, y);
      light.r += tint.r * level;
      light.g += tint.g * level;
      light.b += tint.b * level;
    } else if (y >= 2.7 && y < 3.0) {
      const tint = neonOf(hash2(block * 3 + side, salt + 2));
      const tube = smooth(0.12, 0.05, Math.abs(y - 2.85)) * 1.8;
      light.r += tint.r * tube;
      light.g += tint.g * tube;
      light.b += tint.b * tube;
    }
  }

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

/** Smears the picture towards a point, more at the edges: the blur of speed. `strength` is a share of the distance. */
export function smear(
  rgb: Float32Array,
  width: number,
  height: number,
  cx: number,
  cy: number,
  strength: number,
): void {
  if (strength < 0.004) return;
  // Two passes of a few taps, the second over the gaps of the first, look like many taps and leave no grain.
  smearOnce(rgb, width, height, cx, cy, strength, 4);
  smearOnce(rgb, width, height, cx, cy, strength / 4, 4);
}

function smearOnce(
  rgb: Float32Array,
  width: number,
  height: number,
  cx: number,
  cy: number,
  strength: number,
  taps: number,
): void {
  const source = rgb.slice();
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      let r = 0;
      let g = 0;
      let b = 0;
      for (let tap = 0; tap < taps; tap++) {
        const share = 1 - (strength * tap) / taps;
        const sx = clamp(Math.round(cx + (x - cx) * share), 0, width - 1);
        const sy = clamp(Math.round(cy + (y - cy) * share), 0, height - 1);
        const j = (sy * width + sx) * 3;
        r += at(source, j);
        g += at(source, j + 1);
        b += at(source, j + 2);
      }
      rgb[i] = r / taps;
      rgb[i + 1] = g / taps;
      rgb[i + 2] = b / taps;
    }
  }
}
