import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { carShape } from './city-car-shape.ts';
import type { CityPlan } from './city-plan.ts';
import type { Power } from './city-power.ts';

/** Position of the car, direction of its nose (0 is down the street), and how hard it brakes. */
export interface CarPose {
  x: number;
  z: number;
  yaw: number;
  brake: number;
}

const LONG = 2.2;
const TALL = 1.2;
const WIDE = 0.97;

/** A low coupé, found by ray marching: lacquer, glass, a red light bar at the rear, headlamps. */
export function createCar(plan: CityPlan, power: Power) {
  const s = { x: 0.5, z: 0.5, cos: 0.5, sin: 0.5, brake: 0.5 };
  const hit = { distance: 0.5, part: 0 };
  const n = { x: 0.1, y: 0.9, z: 0.1 };
  const { paint, skyLow, skyHigh, neon } = plan;

  function pose({ x, z, yaw, brake }: CarPose): void {
    s.x = x;
    s.z = z;
    s.cos = Math.cos(yaw);
    s.sin = Math.sin(yaw);
    s.brake = brake;
  }

  /** Whether a ray passes near enough to be tested with `intersect`. */
  function near(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    const x = s.x - ox;
    const y = 0.5 - oy;
    const z = s.z - oz;
    const along = x * dx + y * dy + z * dz;
    return x * x + y * y + z * z - along * along < 5.6;
  }

  /** Traces a ray to the car, up to the distance `most`. */
  function intersect(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    most: number,
    light: Light,
  ): boolean {
    const px = ox - s.x;
    const pz = oz - s.z;
    const lx = px * s.cos - pz * s.sin;
    const lz = px * s.sin + pz * s.cos;
    const rx = dx * s.cos - dz * s.sin;
    const rz = dx * s.sin + dz * s.cos;
    let from = 0;
    let until = most;
    const ex = 1 / (Math.abs(rx) < 1e-7 ? 1e-7 : rx);
    const ey = 1 / (Math.abs(dy) < 1e-7 ? 1e-7 : dy);
    const ez = 1 / (Math.abs(rz) < 1e-7 ? 1e-7 : rz);
    from = Math.max(from, Math.min((-WIDE - lx) * ex, (WIDE - lx) * ex), Math.min(-oy * ey, (TALL - oy) * ey));
    from = Math.max(from, Math.min((-LONG - lz) * ez, (LONG - lz) * ez));
    until = Math.min(until, Math.max((-WIDE - lx) * ex, (WIDE - lx) * ex), Math.max(-oy * ey, (TALL - oy) * ey));
    until = Math.min(until, Math.max((-LONG - lz) * ez, (LONG - lz) * ez));
    if (from >= until) return false;
    let t = from;
    for (let step = 0; step < 40 && t < until; step++) {
      const gap = carShape(lx + rx * t, oy + dy * t, lz + rz * t);
      if (gap < 0.004) {
        hit.distance = t;
        shade(lx + rx * t, oy + dy * t, lz + rz * t, rx, dy, rz, light);
        return true;
      }
      t += gap * 0.8 + 0.0015;
    }
    return false;
  }

  function shade(x: number, y: number, z: number, dx: number, dy: number, dz: number, light: Light): void {
    const e = 0.006;
    n.x = carShape(x + e, y, z) - carShape(x - e, y, z);
    n.y = carShape(x, y + e, z) - carShape(x, y - e, z);
    n.z = carShape(x, y, z + e) - carShape(x, y, z - e);
    const inverse = 1 / Math.sqrt(n.x * n.x + n.y * n.y + n.z * n.z + 1e-12);
    const nx = n.x * inverse;
    const ny = n.y * inverse;
    const nz = n.z * inverse;
    const seen = Math.max(0, -(nx * dx + ny * dy + nz * dz));
    const ry = dy + 2 * seen * ny;
    const rx = dx + 2 * seen * nx;
    const edge = (1 - seen) ** 4;
    // The lacquer reflects the sky above, the lit fronts at the sides and the haze ahead.
    const up = smooth(0.15, 0.8, ry);
    // Surfaces that face down reflect the dark road.
    const sky = 1 - 0.88 * smooth(0.05, -0.2, ry);
    const fronts = smooth(0.35, 0.95, Math.abs(rx)) * smooth(-0.25, 0.1, ry) * smooth(0.75, 0.3, ry);
    const band = 0.55 + 0.45 * Math.sin(z * 2.2 + s.z * 0.55 + rx * 3);
    const tint = rx > 0 ? neon[0] : neon[2];
    const lit = Math.min(1.3, power.at(s.z));
    const glow = (0.35 + 1.1 * lit) * (1 - up) * sky;
    const ar = skyLow.r * glow + skyHigh.r * up + (tint?.r ?? 1) * fronts * band * lit;
    const ag = skyLow.g * glow + skyHigh.g * up + (tint?.g ?? 1) * fronts * band * lit;
    const ab = skyLow.b * glow + skyHigh.b * up + (tint?.b ?? 1) * fronts * band * lit;
    const cabin = smooth(0.74, 0.78, y);
    const roof = smooth(1.1, 1.14, y);
    const glass = cabin * (1 - roof);
    const round = Math.sqrt((Math.abs(z) - 1.32) ** 2 + (y - 0.32) ** 2);
    const wheel = round < 0.36 && Math.abs(x) > 0.6 ? 1 : 0;
    const under = smooth(0.33, 0.27, y);
    hit.part = wheel ? 1 : glass > 0.5 ? 2 : under > 0.5 ? 3 : 0;
    const coat = (1 - glass) * (1 - wheel) * (1 - under);
    const mirror = wheel ? 0.05 : 0.1 + 0.9 * edge + 0.1 * glass;
    const base = coat * (0.016 + 0.03 * Math.max(0, ny)) * (0.3 + 0.7 * lit);
    light.r = paint.r * base + ar * mirror + 0.006;
    light.g = paint.g * base + ag * mirror + 0.006;
    light.b = paint.b * base + ab * mirror + 0.008;
    if (wheel && round < 0.25) {
      const spokes = 0.5 + 0.5 * Math.cos(Math.atan2(y - 0.32, Math.abs(z) - 1.32) * 5 + s.z * 2.9);
      const hub =
        smooth(0.25, 0.22, round) * (0.05 + 0.4 * smooth(0.4, 0.75, spokes) + 0.25 * smooth(0.2, 0.23, round));
      light.r += hub * 0.6;
      light.g += hub * 0.6;
      light.b += hub * 0.65;
    }
    // The rear light bar is brighter at its ends; the headlamps are at the nose.
    if (nz < -0.3 && z < -1.75 && !glass) {
      const bar = smooth(0.036, 0.018, Math.abs(y - 0.62)) * smooth(0.88, 0.84, Math.abs(x));
      const halo = Math.exp(-Math.abs(y - 0.62) * 14) * smooth(1, 0.7, Math.abs(x));
      const level = bar * (2.1 + 2 * s.brake) + halo * (0.035 + 0.04 * s.brake);
      // The apron below the lights is matt and dark, with a pale number plate.
      const apron = smooth(0.5, 0.46, y);
      const plate = smooth(0.075, 0.065, Math.abs(y - 0.4)) * smooth(0.25, 0.24, Math.abs(x)) * 0.07;
      light.r = light.r * (1 - 0.75 * apron) + plate;
      light.g = light.g * (1 - 0.75 * apron) + plate;
      light.b = light.b * (1 - 0.75 * apron) + plate;
      light.r += level;
      light.g += level * 0.07;
      light.b += level * 0.08;
    }
    if (nz > 0.2 && z > 1.6) {
      const lamp = smooth(0.06, 0.03, Math.abs(y - 0.52)) * smooth(0.4, 0.46, Math.abs(x)) * 5;
      light.r += lamp;
      light.g += lamp * 0.95;
      light.b += lamp * 0.85;
    }
  }

  /** Adds the car's light on the road: red behind, white in front. Returns the darkness of the shadow under it. */
  function spill(x: number, z: number, light: Light): number {
    const px = x - s.x;
    const pz = z - s.z;
    const lx = px * s.cos - pz * s.sin;
    const lz = px * s.sin + pz * s.cos;
    light.r = 0;
    light.g = 0;
    light.b = 0;
    if (lx * lx + (lz - 4) * (lz - 4) > 300) return 1;
    const back = Math.max(0, -lz - 2);
    const behind =
      smooth(-1.2, -2.6, lz) * Math.exp(-back * 0.55 - (lx * lx) / (0.8 + back * 0.8)) * (0.22 + 0.4 * s.brake);
    const distance = lz - 2.2;
    const beam =
      distance > 0
        ? Math.exp(-distance * 0.13 - (lx * lx) / (1.2 + distance * 0.35) ** 2) * smooth(0, 2, distance) * 0.8
        : 0;
    light.r = behind + beam;
    light.g = behind * 0.06 + beam * 0.95;
    light.b = behind * 0.08 + beam * 0.82;
    return 1 - 0.85 * smooth(1.15, 0.6, Math.abs(lx)) * smooth(2.5, 1.9, Math.abs(lz));
  }

  return { pose, near, intersect, spill, hit };
}
