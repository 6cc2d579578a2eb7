import { colour, hueOf, oklch } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { clamp, easeInOut, mix, smooth } from '../stage/easing.ts';
import { at, type Film } from '../stage/film.ts';
import { fractal2, noise2 } from '../stage/noise.ts';
import type { Random } from '../stage/random.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import {
  heightBetween,
  LAND,
  litBetween,
  type Place,
  pathOf,
  raiseTerrain,
  snowWhite,
  type Terrain,
} from './terrain.ts';

const CUTS = [2.7, 5.35];
const FAR = 640;

/** Three flights over three lands, with a cloud between each. */
export const droneWorldTour: SceneMaker = ({ random, accents }) => {
  const kinds = shuffled(random, ['fjord', 'desert', 'islands', 'dunes', 'highland'] as const).slice(0, 3);
  const tintHue = accents[0] ? hueOf(accents[0]) : null;
  const flights = kinds.map((kind, index) => ({
    place: placeOf(kind, random.fork(`place-${index}`), tintHue),
    terrain: null as Terrain | null,
    bank: random.pick([-1, 1]) * random.range(0.12, 0.24),
    above: random.range(44, 62),
    from: random.range(20, 70),
    speed: random.range(38, 52),
    phase: random.range(0, 6),
  }));

  return {
    grade: { ...plainGrade, exposure: 0.95, bloom: 0.35, bloomFrom: 1.15, vignette: 0.3, saturation: 1.12 },
    detail: 0.5,
    posterAt: 1.6,
    hook: random.pick(['Come fly with me', 'Above it all', 'Window seat, please']),
    line: random.pick(['Three places, one breath', 'The world is wide', 'Where to next?']),
    paint(film, time) {
      const index = time < (CUTS[0] ?? 3) ? 0 : time < (CUTS[1] ?? 6) ? 1 : 2;
      const flight = flights[index] ?? flights[0];
      if (!flight) return;
      flight.terrain ??= raiseTerrain(flight.place, film.width > 200 ? 1024 : 320);
      const { place, terrain } = flight;
      const begin = index === 0 ? 0 : (CUTS[index - 1] ?? 0);
      const since = time - begin;
      const z = flight.from + flight.speed * since + 12 * easeInOut(since / 3);
      const course = (depth: number): number =>
        LAND / 2 +
        pathOf(place, depth) +
        (place.kind === 'fjord' || place.kind === 'desert' ? 0 : 40 * Math.sin(depth * 0.012 + flight.phase));
      const x = course(z);
      const heading =
        Math.atan((course(z + 60) - x) / 60) * 0.9 + flight.bank * 0.25 * Math.sin(since * 0.9 + flight.phase);
      // High enough for everything that comes under the drone in the next seconds, weighed so that it climbs early and gently.
      let y = place.sea + flight.above;
      for (let ahead = -40; ahead <= 130; ahead += 10) {
        const land = heightBetween(terrain, course(z + ahead), z + ahead);
        y = Math.max(y, land + 24 - Math.max(0, ahead - 30) * 0.22 + (ahead < 0 ? ahead * 0.3 : 0));
      }
      y += 3 * Math.sin(since * 0.7 + flight.phase);
      const roll =
        -0.55 * (course(z + 70) - course(z) - (course(z) - course(z - 70))) * 0.012 +
        flight.bank * 0.3 * Math.cos(since * 0.9 + flight.phase);
      fly(film, place, terrain, { x, y, z, heading, roll, pitch: 0.36 - 0.05 * since }, time);
      const cover = Math.max(...CUTS.map((cut) => 1 - clamp(Math.abs(time - cut) / 0.5)), smooth(0.35, 0, time));
      if (cover > 0) clouds(film, cover, time, place);
    },
    score(sound) {
      const root = random.whole(-17, -10);
      const chords = [
        [0, 7, 16],
        [-4, 3, 12],
        [-2, 5, 14],
      ];
      chords.forEach((chord, index) => {
        const from = index === 0 ? 0 : (CUTS[index - 1] ?? 0) - 0.2;
        sound.pad(
          from,
          3.2,
          chord.map((step) => note(root + step)),
          0.12,
        );
      });
      sound.breath({ at: 0, length: 8, from: 380, to: 520, gain: 0.13, focus: 0.7, attack: 0.1 });
      for (const cut of CUTS) {
        sound.breath({ at: cut - 0.6, length: 1.3, from: 500, to: 2600, gain: 0.4, focus: 0.8, attack: 0.5 });
        sound.thump(cut, 0.5, 46);
      }
      for (let beat = 0; beat < 16; beat++)
        sound.tone({
          at: beat * 0.5,
          length: 0.7,
          from: note(root + 12 + ([0, 7, 12, 16, 12, 7, 4, 7][beat % 8] ?? 0)),
          gain: 0.08,
          shape: 'triangle',
          pan: Math.sin(beat),
          attack: 0.02,
        });
      sound.chime(6.4, note(root + 31), 0.14);
    },
  };
};

const soil = colour(0.5, 0.5, 0.5);

interface Drone {
  x: number;
  y: number;
  z: number;
  heading: number;
  roll: number;
  /** Share of the picture's height by which the horizon stands above the middle. */
  pitch: number;
}

/** Draws the land column by column from front to back: each step of a column either hides behind what is drawn or adds to it. */
function fly(film: Film, place: Place, terrain: Terrain, drone: Drone, time: number): void {
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
function clouds({ width, height, rgb }: Film, cover: number, time: number, { skyLow }: Place): void {
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

function placeOf(kind: Place['kind'], random: Random, tintHue: number | null): Place {
  const dusk = random.chance(0.4);
  const warm = dusk ? random.range(25, 60) : random.range(200, 245);
  const skyHue = tintHue === null ? warm : mix(warm, tintHue, 0.25);
  const angle = random.range(-0.9, 0.9);
  const climb = dusk ? 0.34 : 0.62;
  const flat = Math.sqrt(1 - climb * climb);
  return {
    kind,
    salt: random.range(3, 400),
    sea: kind === 'dunes' ? -40 : 20,
    low:
      kind === 'desert' || kind === 'dunes'
        ? oklch(0.72, 0.1, random.range(55, 78))
        : kind === 'islands'
          ? oklch(0.86, 0.06, 88)
          : oklch(0.57, 0.08, random.range(100, 122)),
    lush:
      kind === 'desert'
        ? oklch(0.6, 0.12, random.range(42, 60))
        : kind === 'dunes'
          ? oklch(0.74, 0.12, random.range(58, 74))
          : oklch(random.range(0.4, 0.46), 0.075, random.range(120, 145)),
    rock:
      kind === 'desert'
        ? oklch(0.5, 0.13, random.range(32, 48))
        : kind === 'dunes'
          ? oklch(0.66, 0.13, 52)
          : oklch(0.42, 0.05, random.range(40, 75)),
    top: kind === 'desert' || kind === 'dunes' ? oklch(0.75, 0.1, 60) : snowWhite,
    water: kind === 'islands' ? oklch(0.46, 0.1, 222) : oklch(0.34, 0.08, random.range(215, 240)),
    shoal: kind === 'islands' ? oklch(0.8, 0.13, 192) : oklch(0.6, 0.09, random.range(185, 205)),
    skyLow: dusk ? oklch(0.8, 0.11, skyHue) : oklch(0.86, 0.05, skyHue),
    skyHigh: dusk ? oklch(0.5, 0.12, skyHue > 180 ? 290 : 300) : oklch(0.55, 0.13, random.range(245, 258)),
    sunColour: dusk ? colour(1, 0.62, 0.36) : colour(1, 0.93, 0.8),
    sun: [Math.sin(angle) * flat, climb, Math.cos(angle) * flat * (dusk ? 1 : -1)],
    snowFrom: kind === 'fjord' ? random.range(80, 100) : kind === 'highland' ? random.range(62, 90) : 900,
  };
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const rest = [...items];
  return items.map(() => rest.splice(random.whole(0, rest.length - 1), 1)[0] as T);
}
