import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import type { Facades } from './city-facade.ts';
import type { CityPlan } from './city-plan.ts';

const RADIUS = 5.15;
const SPRING = 1.3;
const RING_EVERY = 9;
const MOUTH = 11;

/** A round tunnel between two positions along the street; none if both are the same. */
export function createTunnel(plan: CityPlan, { neonOf }: Facades, from: number, until: number) {
  const hit = { distance: 0.5 };
  const { skyLow } = plan;

  function roundness(x: number, y: number): number {
    return y > SPRING ? Math.sqrt(x * x + (y - SPRING) * (y - SPRING)) : Math.abs(x);
  }

  /** The wall around the mouth, seen from the street; returns true when the ray misses the opening. */
  function mouth(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): boolean {
    if (oz >= from || until <= from) return false;
    const t = (from - oz) / dz;
    const x = ox + dx * t;
    const y = oy + dy * t;
    const gap = roundness(x, y) - RADIUS;
    if (gap < 0 || y > MOUTH) return false;
    const tint = neonOf(0.1);
    const other = neonOf(0.4);
    const line = (gap - 0.35) / 0.12;
    const second = (gap - 1.0) / 0.07;
    const tube = Math.exp(-line * line) * 3.2 + 0.5 * Math.exp(-Math.abs(gap - 0.35) * 1.6);
    const thin = Math.exp(-second * second) * 1.6;
    const ledge = smooth(MOUTH - 0.5, MOUTH - 0.3, y) * 0.2;
    light.r = skyLow.r * (0.16 + ledge) + 0.02 + tint.r * tube + other.r * thin;
    light.g = skyLow.g * (0.16 + ledge) + 0.02 + tint.g * tube + other.g * thin;
    light.b = skyLow.b * (0.16 + ledge) + 0.025 + tint.b * tube + other.b * thin;
    hit.distance = t;
    return true;
  }

  /** The inside of the tunnel; returns true when the ray hits it before the far end. */
  function inside(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, light: Light): boolean {
    if (until <= from || oz >= until) return false;
    const y0 = oy - SPRING;
    const a = dx * dx + dy * dy;
    const b = ox * dx + y0 * dy;
    let t = (-b + Math.sqrt(Math.max(0, b * b - a * (ox * ox + y0 * y0 - RADIUS * RADIUS)))) / Math.max(1e-9, a);
    if (oy + dy * t < SPRING) t = ((dx > 0 ? RADIUS : -RADIUS) - ox) / dx;
    // The road is a little wider than the tunnel.
    t = Math.max(0.01, t);
    const z = oz + dz * t;
    if (!(z < until) || z < from) return false;
    const x = ox + dx * t;
    const y = oy + dy * t;
    const turn = y > SPRING ? Math.atan2(x, y - SPRING) * RADIUS : x > 0 ? 8.1 + (SPRING - y) : -8.1 - (SPRING - y);
    const ray = t * 0.0035;
    const far = ray / Math.max(0.02, Math.abs(a));
    const ring = Math.round(z / RING_EVERY);
    const off = Math.abs(z - ring * RING_EVERY);
    const tint = neonOf(((ring * 0.37) % 1) + (ring < 0 ? 1 : 0));
    // A ring is at least a ray's width wide; where it would be narrower, it is drawn fainter.
    const wide = 0.16 + far * 0.5;
    const tube = Math.exp(-((off / wide) ** 2)) * 3.4 * (0.16 / wide) ** 0.5 + 0.36 * Math.exp(-off * 0.8);
    const stripe = Math.abs(Math.abs(turn) - 5.6) / (0.09 + ray);
    const lamp = Math.exp(-stripe * stripe) * 2.6 + 0.1 * Math.exp(-stripe * 0.07);
    const seam =
      smooth(0.02 + far, 0, Math.abs(((((turn * 0.7) % 1) + 1) % 1) - 0.5) - 0.02) * 0.4 * smooth(0.6, 0, far);
    const wall = 0.075 * (1 - seam);
    light.r = wall * (0.5 + skyLow.r) + tint.r * tube + plan.warm.r * lamp;
    light.g = wall * (0.5 + skyLow.g) + tint.g * tube + plan.warm.g * lamp;
    light.b = wall * (0.55 + skyLow.b) + tint.b * tube + plan.warm.b * lamp;
    hit.distance = t;
    return true;
  }

  return { hit, mouth, inside };
}
