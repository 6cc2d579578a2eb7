import { type Colour, colour, hueOf, oklch } from '../../stage/colour.ts';
import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Film } from '../../stage/film.ts';
import type { Random } from '../../stage/random.ts';
import { type Country, type Drone, FOCAL, horizonAt } from '../landscape/flight.ts';
import { hazeTowards } from '../landscape/flight-sky.ts';
import { heightBetween, pathOf } from '../landscape/terrain.ts';

/** A hot-air balloon. Lengths are map units. */
interface Balloon {
  x: number;
  z: number;
  /** Height of its middle at the time `rises`, and how fast it rises from then on. */
  y: number;
  rises: number;
  pace: number;
  size: number;
  cloth: [Colour, Colour, Colour];
  gores: number;
  spin: number;
  flame: number;
}

const COUNT = 15;
/** Lower end of the envelope, in radii below its middle. */
const SKIRT = -1.48;
const BASKET = -2.08;
const BURNER = colour(2.4, 1.05, 0.28);
const haze = new Float64Array(3);

/** Balloons that rise over the last place: many in the distance, and a large one right in front of the drone at `finale`. */
export function createBalloons(random: Random, accents: readonly Colour[], finale: number) {
  const side = random.pick([-1, 1]);
  const hues = accents.length > 0 ? accents.map(hueOf) : [25, 60, 190, 350, 260, 140];
  const start = random.whole(0, 5);
  let field: Balloon[] | null = null;

  function clothOf(index: number): [Colour, Colour, Colour] {
    const hue = hues[(index + start) % hues.length] as number;
    return [
      oklch(0.6, 0.19, hue),
      index % 3 === 1 ? oklch(0.38, 0.1, hue + 200) : oklch(0.92, 0.05, 85),
      oklch(0.8, 0.16, hue + 55),
    ];
  }

  /** Places the balloons once the land and the flight over it are known. */
  function placed({ place, wide }: Country, droneAt: (time: number) => Drone): Balloon[] {
    const last = droneAt(finale);
    const [sin, cos] = [Math.sin(last.heading), Math.cos(last.heading)];
    return Array.from({ length: COUNT }, (_, index): Balloon => {
      const hero = index === 0;
      const depth = hero ? 25 : 62 + index * 21 + random.range(-6, 6);
      const across = hero ? side * 2 : (index % 2 ? side : -side) * depth * random.range(0.05, 0.4);
      const x = last.x + sin * depth + cos * across;
      const z = last.z + cos * depth - sin * across;
      const ground = heightBetween(wide, x, z);
      const y = hero ? last.y - 0.5 : Math.max(ground + 9, last.y + depth * random.range(-0.12, 0.2) - 8);
      return {
        x: hero ? x : mix(x, pathOf(place, z), 0.15),
        z,
        y,
        rises: finale,
        pace: hero ? 7 : random.range(2.5, 5.5),
        size: hero ? 5.4 : random.range(3.4, 4.8),
        cloth: clothOf(index),
        gores: random.pick([8, 10, 12]),
        spin: random.range(0, 6),
        flame: random.range(0, 2),
      };
    });
  }

  /** Draws the balloons into the columns `from` to `until`. */
  return (
    film: Film,
    country: Country,
    droneAt: (time: number) => Drone,
    time: number,
    from: number,
    until: number,
  ): void => {
    field ??= placed(country, droneAt).sort((a, b) => b.z - a.z);
    const drone = droneAt(time);
    for (const balloon of field) paint(film, country, drone, balloon, time, from, until);
  };
}

function paint(
  film: Film,
  { place, wide }: Country,
  drone: Drone,
  balloon: Balloon,
  time: number,
  from: number,
  until: number,
): void {
  const { width, height, rgb } = film;
  const focal = height * FOCAL;
  const [sin, cos] = [Math.sin(drone.heading), Math.cos(drone.heading)];
  const y = balloon.y + balloon.pace * (time - balloon.rises);
  const [rx, rz] = [balloon.x - drone.x, balloon.z - drone.z];
  const depth = rx * sin + rz * cos;
  if (depth < 9 || isHidden(wide, drone, rx, y, rz)) return;
  const column = width / 2 + ((rx * cos - rz * sin) / depth) * focal;
  const row = horizonAt(film, drone, column) + ((drone.y - y) * focal) / depth;
  const radius = (balloon.size * focal) / depth;
  const sway = 0.04 * Math.sin(time * 0.8 + balloon.spin);
  const sun = {
    side: place.sun[0] * cos - place.sun[2] * sin,
    up: place.sun[1],
    ahead: place.sun[0] * sin + place.sun[2] * cos,
  };
  const stretch = Math.hypot(rx, rz) || 1;
  hazeTowards(place, rx / stretch, rz / stretch, haze);
  const veil = 1 - Math.exp(-((depth / 430) ** 1.6));
  const burning = smooth(0.2, 0.9, Math.sin(time * 2.1 + balloon.flame * 3));
  const [first, second, third] = balloon.cloth;
  const { sunColour, skyHigh, skyLow } = place;
  for (let py = Math.max(0, Math.floor(row - radius - 1)); py < Math.min(height, row - BASKET * radius + 2); py++) {
    const v = (row - py - 0.5) / radius;
    const half = halfWidth(v);
    for (
      let px = Math.max(from, Math.floor(column - radius - 1));
      px < Math.min(until, Math.ceil(column + radius + 1));
      px++
    ) {
      const u = (px + 0.5 - column) / radius - sway * Math.max(0, -v - 1);
      const o = (py * width + px) * 3;
      const cover = v < SKIRT ? gondola(u, v, radius) : clamp((half - Math.abs(u)) * radius + 0.5);
      if (cover <= 0) continue;
      if (v < SKIRT) {
        for (let k = 0; k < 3; k++) rgb[o + k] = mix(rgb[o + k] as number, 0.035 + (haze[k] as number) * veil, cover);
        continue;
      }
      const s = clamp(u / half, -0.999, 0.999);
      const ny = v > -0.3 ? clamp(v, -0.3, 0.99) : -0.34;
      const flat = Math.sqrt(1 - ny * ny);
      const facing = s * flat * sun.side + ny * sun.up - Math.sqrt(1 - s * s) * flat * sun.ahead;
      const gore = ((Math.asin(s) + balloon.spin) * balloon.gores) / Math.PI;
      const bulge = 0.8 + 0.2 * Math.sin((gore - Math.floor(gore)) * Math.PI);
      const zigzag = Math.abs(gore - Math.floor(gore) - 0.5) * 0.3;
      const belt = Math.abs(v + 0.05 + zigzag) < 0.17;
      const paintOf = belt || v < SKIRT + 0.16 ? third : (Math.floor(gore) & 1) === 0 ? first : second;
      // Cloth lets the sun through: the side that faces away from it glows in its own colour.
      const day = (1.9 * Math.max(0, facing) + 0.95 * Math.max(0, -facing) ** 0.8) * bulge;
      const fire = burning * Math.exp(-(v - SKIRT) * 1.25);
      const shade = 0.45 + 0.3 * ny;
      const light = (k: 'r' | 'g' | 'b') =>
        paintOf[k] * (day * sunColour[k] + (skyHigh[k] * 0.7 + skyLow[k] * 0.3) * shade + BURNER[k] * fire);
      rgb[o] = mix(rgb[o] as number, mix(light('r'), haze[0] as number, veil), cover);
      rgb[o + 1] = mix(rgb[o + 1] as number, mix(light('g'), haze[1] as number, veil), cover);
      rgb[o + 2] = mix(rgb[o + 2] as number, mix(light('b'), haze[2] as number, veil), cover);
    }
  }
}

/** Half of the envelope's width at a height, in radii: a ball above, a cone down to the skirt below. */
function halfWidth(v: number): number {
  if (v > 1 || v < SKIRT) return 0;
  if (v > -0.3) return Math.sqrt(1 - v * v);
  const share = (-0.3 - v) / (-0.3 - SKIRT);
  return mix(0.954, 0.21, 0.7 * share + 0.3 * share * share * (3 - 2 * share));
}

/** The basket and its ropes. */
function gondola(u: number, v: number, radius: number): number {
  if (v < BASKET + 0.26) return v < BASKET ? 0 : clamp((0.14 - Math.abs(u)) * radius + 0.5);
  return clamp((0.016 - Math.abs(Math.abs(u) - 0.14)) * radius + 0.35) * 0.8;
}

/** Whether land is between the drone and a balloon. */
function isHidden(wide: Country['wide'], drone: Drone, rx: number, y: number, rz: number): boolean {
  for (let step = 1; step < 20; step++) {
    const share = step / 20;
    const line = drone.y + (y - drone.y) * share;
    if (heightBetween(wide, drone.x + rx * share, drone.z + rz * share) > line + 1) return true;
  }
  return false;
}
