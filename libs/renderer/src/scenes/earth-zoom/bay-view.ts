import type { Camera } from '../../stage/camera.ts';
import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { noise2 } from '../../stage/noise.ts';
import { type Boat, boatHeight, paintBoat } from '../landscape/boats.ts';
import type { Country } from '../landscape/flight.ts';
import { hazeTowards, skyLight } from '../landscape/flight-sky.ts';
import { heightBetween, litBetween } from '../landscape/terrain.ts';
import { shadeWater } from '../landscape/water.ts';

/** Nothing in the bay is higher than this. */
const PEAK = 96;
const FAR = 900;

const seen = new Float64Array(4);
const haze = new Float64Array(3);

/** Traces one ray from a camera above a country. Returns the kind of surface it hit: 1 sky, 2 land, 3 water, 4 a boat. */
export function traceCountry(
  { place, wide, close }: Country,
  camera: Camera,
  boats: readonly Boat[],
  time: number,
  dx: number,
  dy: number,
  dz: number,
  light: Light,
): number {
  let t = camera.y > PEAK && dy < 0 ? (PEAK - camera.y) / dy : 1;
  let surface = 1;
  let x = 0;
  let z = 0;
  let ground = 0;
  let grid = wide;
  let boat: Boat | null = null;
  let before = t;
  const edgeX = close.x0 + close.columns * close.unit - 1;
  const edgeZ = close.z0 + close.rows * close.unit - 1;
  for (let step = 0; step < 160 && t < FAR; step++) {
    const y = camera.y + dy * t;
    if (y > PEAK && dy >= 0) break;
    x = camera.x + dx * t;
    z = camera.z + dz * t;
    grid = x > close.x0 && z > close.z0 && x < edgeX && z < edgeZ ? close : wide;
    ground = heightBetween(grid, x, z);
    let gap = y - Math.max(0, ground);
    if (ground < 0 && y < 1.7) {
      for (const one of boats) {
        const hull = boatHeight(one, x, z);
        if (hull > 0 && y < hull + 0.02) {
          boat = one;
          gap = 0;
        }
      }
      if (!boat) gap = Math.min(gap, 0.14 + gap * 0.3);
    }
    if (gap < 0.0006 * t + 0.012) {
      surface = boat ? 4 : ground < 0 ? 3 : 2;
      // Bisects the last step to find the exact hit; otherwise the edges of walls would be ragged.
      for (let half = 0; half < 6 && surface === 2 && gap < 0; half++) {
        const middle = (before + t) / 2;
        x = camera.x + dx * middle;
        z = camera.z + dz * middle;
        const under = heightBetween(grid, x, z);
        if (camera.y + dy * middle < under) {
          t = middle;
          ground = under;
        } else before = middle;
      }
      break;
    }
    before = t;
    t += Math.max(0.0014 * t, gap * (dy < -0.5 ? 0.72 : 0.5));
  }
  const flat = Math.sqrt(dx * dx + dz * dz) || 1e-6;
  if (surface === 1) {
    skyLight(place, dx, Math.max(0, dy), dz, time, seen);
    light.r = seen[0] as number;
    light.g = seen[1] as number;
    light.b = seen[2] as number;
    return surface;
  }
  litBetween(grid, x, z, seen);
  if (boat) paintBoat(boat, x, z, camera.y + dy * t, place, seen);
  else if (surface === 3)
    shadeWater({ place, wide, close }, x, z, -ground, t * flat, camera.y, dx / flat, dz / flat, boats, time, seen);
  else if (t < 140) {
    const grain = 1 + (noise2(x * 3.4, z * 3.4) - 0.5) * 0.24 * smooth(140, 60, t);
    seen[0] = (seen[0] as number) * grain;
    seen[1] = (seen[1] as number) * grain;
    seen[2] = (seen[2] as number) * grain;
  }
  hazeTowards(place, dx / flat, dz / flat, haze);
  const veil = clamp(
    (1 - Math.exp(-((t / 620) ** 1.7))) * (0.55 + 0.45 / (1 + Math.max(0, ground) * 0.02)) + smooth(FAR * 0.6, FAR, t),
  );
  light.r = mix(seen[0] as number, haze[0] as number, veil);
  light.g = mix(seen[1] as number, haze[1] as number, veil);
  light.b = mix(seen[2] as number, haze[2] as number, veil);
  return surface;
}
