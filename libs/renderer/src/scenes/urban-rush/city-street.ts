import type { Camera } from '../../stage/camera.ts';
import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import type { Film } from '../../stage/film.ts';
import { hash2, noise2 } from '../../stage/noise.ts';
import { createCar } from './city-car.ts';
import { createFacades } from './city-facade.ts';
import { createHouses } from './city-houses.ts';
import { createMirror } from './city-mirror.ts';
import { type CityPlan, HALF } from './city-plan.ts';
import type { Power } from './city-power.ts';
import { createSigns, SIGNS_FROM } from './city-signs.ts';
import { createCitySky } from './city-sky.ts';
import { addStreaks, type Streak } from './city-traffic.ts';

const GATE_EVERY = 15;

/** The state of a frame. `moon`: the moon's size; `gates`: the brightness of the gates; both 0 to 1. */
export interface StreetMoment {
  time: number;
  moon: number;
  gates: number;
  streaks: Streak[];
}

/** An endless wet street between houses. */
export function createStreet(plan: CityPlan, power: Power) {
  const { salt, skyLow, warm } = plan;
  // `mirrored`: 1 while a ray reflected by the wet road is traced.
  const moment = { time: 0.5, moon: 0.5, gates: 0.5, mirrored: 0.5 };
  const { sky, veil } = createCitySky(plan, moment, power);
  const facades = createFacades(plan);
  const { neonOf } = facades;
  const houses = createHouses(salt, facades, power);
  const signs = createSigns(salt, facades, power);
  const car = createCar(plan, power);
  const mirror = createMirror();
  const spill: Light = { r: 0.5, g: 0.5, b: 0.5 };
  let streaks: Streak[] = [];

  /** Traces a ray to everything but the road. Returns a surface number. */
  function above(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    let surface = 0;
    let distance = 1e6;
    if (houses.intersect(ox, oy, oz, dx, dy, dz, light)) {
      surface = houses.hit.surface;
      distance = houses.hit.distance;
      veil(dx, dy, distance, light);
    } else surface = sky(dx, dy, dz, light);
    // A cheap check rejects most rays before signs, car and lights are tested.
    const reach = Math.min(distance, (HALF + Math.abs(ox)) / Math.max(1e-4, Math.abs(dx)));
    if (oy + dy * reach > SIGNS_FROM) {
      const t = signs.intersect(ox, oy, oz, dx, dy, dz, distance, moment.time, moment.mirrored, light);
      if (t > 0) {
        veil(dx, dy, t * 0.5, light);
        distance = t;
        surface = 120 + (Math.floor(oz + dz * t) & 31);
      }
    }
    if (moment.gates > 0.01) gates(ox, oy, oz, dx, dy, dz, distance, light);
    if (car.near(ox, oy, oz, dx, dy, dz) && car.intersect(ox, oy, oz, dx, dy, dz, distance, light)) {
      distance = car.hit.distance;
      surface = 160 + car.hit.part;
    }
    if (dz > 0.05 && (dy < 0 || oy + dy * 3 < 1.3)) addStreaks(streaks, ox, oy, oz, dx, dy, dz, distance, light);
    return surface;
  }

  /** Adds the transparent neon gates over the street. */
  function gates(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    most: number,
    light: Light,
  ): void {
    const start = Math.ceil((oz + 0.3) / GATE_EVERY);
    for (let n = 0; n < 7; n++) {
      const gate = start + n;
      const t = (gate * GATE_EVERY - oz) / dz;
      if (t > most) break;
      const x = ox + dx * t;
      const y = oy + dy * t - 1.2;
      const gap = Math.abs((y > 0 ? Math.sqrt(x * x + y * y) : Math.abs(x)) - 4.6);
      if (y < -1.2 || gap > 0.9) continue;
      const tint = neonOf(hash2(gate, salt + 8));
      const wide = 0.06 + t * 0.0016;
      const tube = Math.exp(-((gap / wide) ** 2)) * 3.4 + Math.exp(-gap * 5) * 0.5 * (1 - gap / 0.9);
      const level = moment.gates * power.at(gate * GATE_EVERY) * tube * Math.exp(-t * 0.012);
      light.r += tint.r * level;
      light.g += tint.g * level;
      light.b += tint.b * level;
    }
  }

  /** The light that the road at the end of a ray would reflect if it were a mirror. */
  function reflected(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    // Just above the horizon the picture goes on as if the road did, so that its edge does not turn dark when it is stretched.
    const fall = Math.min(dy, -0.004);
    const down = Math.min(400, -oy / fall);
    const x = ox + dx * down;
    moment.mirrored = 1;
    const surface = above(Math.max(-HALF + 0.02, Math.min(HALF - 0.02, x)), 0.01, oz + dz * down, dx, -fall, dz, light);
    moment.mirrored = 0;
    return surface;
  }

  /** Traces a ray from the camera; the wet road reflects what the mirror shows. */
  function trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    const down = dy < -1e-4 ? -oy / dy : 1e9;
    const x = ox + dx * down;
    const z = oz + dz * down;
    if (down > 400 || Math.abs(x) > HALF) return above(ox, oy, oz, dx, dy, dz, light);
    if (car.near(ox, oy, oz, dx, dy, dz) && car.intersect(ox, oy, oz, dx, dy, dz, down, light))
      return 160 + car.hit.part;
    const fine = 1 / (1 + down * 0.06);
    const puddle = smooth(0.38, 0.62, noise2(x * 0.5 + 7, z * 0.2) * 0.65 + noise2(x * 1.7, z * 0.7) * 0.35);
    // Still water bends the reflection in slow waves; asphalt breaks it up in fine grain.
    const wave = (noise2(x * 1.6, z * 0.8 + moment.time * 0.8) - 0.5) * 0.02 * fine;
    const grain = (noise2(x * 9, z * 5) - 0.5) * 0.05 * (1 - puddle) * fine;
    mirror.look(dx + wave, dy + wave * 0.6 + grain, dz, puddle * 0.7, light);
    const mirrored = (0.16 + 0.8 * (1 + dy) ** 5) * (0.42 + 0.58 * puddle) * plan.wetness;
    const kerb = smooth(4.15, 4.25, Math.abs(x));
    const soft = 0.02 + down * 0.003;
    const lane =
      smooth(0.08 + soft, 0.08 - soft, Math.abs(x)) * smooth(0.2, 0.16, Math.abs(z / 6 - Math.floor(z / 6) - 0.5)) +
      smooth(0.06 + soft, 0.06 - soft, Math.abs(Math.abs(x) - 3.95));
    const tarmac = 0.018 + 0.02 * noise2(x * 29, z * 29) * fine + kerb * 0.025;
    const paint = Math.min(1, lane) * 0.16 * (0.5 + 0.5 * noise2(x * 8, z * 3));
    const lit = Math.min(1.2, power.at(z));
    const shops = smooth(1.2, 5.4, Math.abs(x)) * lit;
    const dark = car.spill(x, z, spill);
    const ground = tarmac + paint;
    const kept = 0.25 + 0.75 * dark;
    const glow = power.now.glow;
    light.r =
      light.r * mirrored * kept +
      (ground * (0.2 + skyLow.r * 2.2 * glow + warm.r * shops * 1.6) + spill.r * (0.1 + ground * 2)) * dark;
    light.g =
      light.g * mirrored * kept +
      (ground * (0.2 + skyLow.g * 2.2 * glow + warm.g * shops * 1.6) + spill.g * (0.1 + ground * 2)) * dark;
    light.b =
      light.b * mirrored * kept +
      (ground * (0.24 + skyLow.b * 2.2 * glow + warm.b * shops * 1.6) + spill.b * (0.1 + ground * 2)) * dark;
    veil(dx, dy, down * 0.8, light);
    if (dz > 0.05) addStreaks(streaks, ox, oy, oz, dx, dy, dz, down, light);
    return 200 + (dark < 0.6 ? 400 : 0);
  }

  return {
    trace,
    car: car.pose,
    neonOf,
    /** Sets the state of the traced frame and paints what the road reflects. The car has to be posed before. */
    prepare(next: StreetMoment, camera: Camera, film: Film): void {
      moment.time = next.time;
      moment.mirrored = 0;
      moment.moon = next.moon;
      moment.gates = next.gates;
      streaks = next.streaks;
      const { x, y, z } = camera;
      mirror.paint(camera, film, (dx, dy, dz, light) => reflected(x, y, z, dx, dy, dz, light));
    },
  };
}
