import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { hash2, noise2 } from '../../stage/noise.ts';
import { createBridge } from './city-bridge.ts';
import { createCar } from './city-car.ts';
import { createFacades } from './city-facade.ts';
import { createHouses } from './city-houses.ts';
import { type CityPlan, HALF } from './city-plan.ts';
import { createSigns, SIGNS_FROM } from './city-signs.ts';
import { createCitySky } from './city-sky.ts';
import { addStreaks, type Streak } from './city-traffic.ts';
import { createTunnel } from './city-tunnel.ts';

const GATE_EVERY = 15;

/** A street between houses that leads through an optional tunnel, from `closes` to `opens`, to a bridge. */
export function createStreet(plan: CityPlan, closes: number, opens: number) {
  const { salt, skyLow, warm } = plan;
  // `mirrored`: 1 while a ray reflected by the wet road is traced.
  const moment = { time: 0.5, moon: 0.5, gates: 0.5, mirrored: 0.5 };
  const air = createCitySky(plan, moment);
  const { veil } = air;
  const facades = createFacades(plan);
  const { neonOf } = facades;
  const houses = createHouses(salt, facades);
  const signs = createSigns(salt, facades);
  const tunnel = createTunnel(plan, facades, closes, opens);
  const bridge = createBridge(plan, moment, air, facades, opens);
  const car = createCar(plan);
  const spill: Light = { r: 0.5, g: 0.5, b: 0.5 };
  const met = { distance: 0.5 };
  let streaks: Streak[] = [];

  /** Traces a ray to everything but the road. Returns a surface number and sets `met.distance`. */
  function above(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    let surface = 0;
    let distance = 1e6;
    if (oz < closes) {
      if (houses.intersect(ox, oy, oz, dx, dy, dz, closes, light)) {
        surface = houses.hit.surface;
        distance = houses.hit.distance;
      } else if (tunnel.mouth(ox, oy, oz, dx, dy, dz, light)) {
        surface = 90;
        distance = tunnel.hit.distance;
      }
    }
    if (surface === 0 && opens > closes && (oz >= closes || oy + (dy * (closes - oz)) / dz < 7)) {
      if (tunnel.inside(ox, oy, oz, dx, dy, dz, light)) {
        surface = 91;
        distance = tunnel.hit.distance;
      }
    }
    if (surface === 0) {
      surface = bridge.intersect(ox, oy, oz, dx, dy, dz, light);
      distance = bridge.hit.distance;
    }
    if (distance < 1e5) veil(dx, dy, surface === 91 ? distance * 0.35 : distance, light);
    // A cheap check rejects most rays before signs, car and lights are tested.
    const reach = Math.min(distance, (HALF + Math.abs(ox)) / Math.max(1e-4, Math.abs(dx)));
    if (oz < closes && oy + dy * reach > SIGNS_FROM) {
      const t = signs.intersect(ox, oy, oz, dx, dy, dz, distance, closes, moment.time, moment.mirrored, light);
      if (t > 0) {
        veil(dx, dy, t * 0.5, light);
        distance = t;
        surface = 120 + (Math.floor(oz + dz * t) & 31);
      }
    }
    if (oz < closes && moment.gates > 0.01) gates(ox, oy, oz, dx, dy, dz, distance, light);
    if (car.near(ox, oy, oz, dx, dy, dz) && car.intersect(ox, oy, oz, dx, dy, dz, distance, light)) {
      distance = car.hit.distance;
      surface = 160 + car.hit.part;
    }
    if (dz > 0.05 && (dy < 0 || oy + dy * 3 < 1.3)) addStreaks(streaks, ox, oy, oz, dx, dy, dz, distance, light);
    met.distance = distance;
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
    for (let n = 0; n < 5; n++) {
      const gate = start + n;
      const t = (gate * GATE_EVERY - oz) / dz;
      if (t > most || gate * GATE_EVERY > closes) break;
      const x = ox + dx * t;
      const y = oy + dy * t - 1.2;
      const gap = Math.abs((y > 0 ? Math.sqrt(x * x + y * y) : Math.abs(x)) - 4.6);
      if (y < -1.2 || gap > 0.9) continue;
      const tint = neonOf(hash2(gate, salt + 8));
      const wide = 0.07 + t * 0.0016;
      const tube = Math.exp(-((gap / wide) ** 2)) * 3.4 + Math.exp(-gap * 5) * 0.5 * (1 - gap / 0.9);
      const level = moment.gates * tube * Math.exp(-t * 0.012);
      light.r += tint.r * level;
      light.g += tint.g * level;
      light.b += tint.b * level;
    }
  }

  /** Traces a ray from the camera; the wet road reflects it upwards. */
  function trace(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): number {
    const down = dy < -1e-4 ? -oy / dy : 1e9;
    const x = ox + dx * down;
    const z = oz + dz * down;
    if (down > 260 || Math.abs(x) > HALF) return above(ox, oy, oz, dx, dy, dz, light);
    if (car.near(ox, oy, oz, dx, dy, dz) && car.intersect(ox, oy, oz, dx, dy, dz, down, light))
      return 160 + car.hit.part;
    const covered = z > closes && z < opens;
    const fine = 1 / (1 + down * 0.06);
    const puddle = smooth(0.36, 0.6, noise2(x * 0.5 + 7, z * 0.24) * 0.65 + noise2(x * 1.9, z * 1.0) * 0.35);
    const rough = ((1 - puddle) * 0.06 + 0.005) * fine * fine;
    const ripple = (noise2(x * 6, z * 4 + moment.time) - 0.5) * rough;
    const grain = (noise2(x * 19, z * 13) - 0.5) * rough * 1.5;
    // Reflections on wet asphalt stretch towards the camera, so the normal tilts more along the view than across it.
    let rx = dx + ripple;
    let ry = -dy + Math.abs(grain) * 2.2 + ripple * 0.8;
    let rz = dz;
    const inverse = 1 / Math.sqrt(rx * rx + ry * ry + rz * rz);
    rx *= inverse;
    ry = Math.max(0.002, ry * inverse);
    rz *= inverse;
    moment.mirrored = 1;
    const surface = above(x, 0.01, z, rx, ry, rz, light);
    moment.mirrored = 0;
    const mirror = (0.2 + 0.75 * (1 + dy) ** 4) * (0.5 + 0.5 * puddle) * plan.wetness;
    const kerb = smooth(4.15, 4.25, Math.abs(x));
    const soft = 0.02 + down * 0.003;
    const lane =
      smooth(0.08 + soft, 0.08 - soft, Math.abs(x)) * smooth(0.2, 0.16, Math.abs(z / 6 - Math.floor(z / 6) - 0.5)) +
      smooth(0.06 + soft, 0.06 - soft, Math.abs(Math.abs(x) - 3.95));
    const tarmac = 0.022 + 0.02 * noise2(x * 29, z * 29) * fine + kerb * 0.03;
    const paint = Math.min(1, lane) * 0.3 * (0.5 + 0.5 * noise2(x * 8, z * 3));
    const shops = covered || z > opens ? 0 : smooth(1.2, 5.4, Math.abs(x));
    const dark = car.spill(x, z, spill);
    const ground = tarmac + paint;
    const kept = 0.25 + 0.75 * dark;
    light.r =
      light.r * mirror * kept +
      (ground * (0.55 + skyLow.r * 3.2 + warm.r * shops * 1.6) + spill.r * (0.1 + ground * 2)) * dark;
    light.g =
      light.g * mirror * kept +
      (ground * (0.55 + skyLow.g * 3.2 + warm.g * shops * 1.6) + spill.g * (0.1 + ground * 2)) * dark;
    light.b =
      light.b * mirror * kept +
      (ground * (0.6 + skyLow.b * 3.2 + warm.b * shops * 1.6) + spill.b * (0.1 + ground * 2)) * dark;
    veil(dx, dy, covered ? down * 0.3 : down * 0.8, light);
    if (dz > 0.05) addStreaks(streaks, ox, oy, oz, dx, dy, dz, down, light);
    return (surface >= 120 && surface < 200 ? 200 + (surface & 63) : 200) + (dark < 0.6 ? 400 : 0);
  }

  return {
    trace,
    car: car.pose,
    /** Sets the state of the traced frame. `moon` is the moon's size and `gatesLit` the gates' brightness, 0 to 1. */
    at(time: number, moon: number, gatesLit: number, lights: Streak[]): void {
      moment.time = time;
      moment.mirrored = 0;
      moment.moon = moon;
      moment.gates = gatesLit;
      streaks = lights;
    },
  };
}
