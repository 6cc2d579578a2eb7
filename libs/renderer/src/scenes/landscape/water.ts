import { clamp, mix, smooth } from '../../stage/easing.ts';
import { noise2 } from '../../stage/noise.ts';
import { type Boat, wakeAt } from './boats.ts';
import type { Country } from './flight.ts';
import { openSky } from './flight-sky.ts';
import { heightBetween, litBetween } from './terrain.ts';

const reflected = new Float64Array(4);
const REACHES = [5, 11, 20, 34, 54, 82, 120, 170];

/** Adds the water's surface to the sea bed's light in `out`: waves, reflections, the path of the sun, foam and wakes. */
export function shadeWater(
  { place, wide }: Country,
  x: number,
  z: number,
  deep: number,
  depth: number,
  eye: number,
  dx: number,
  dz: number,
  boats: readonly Boat[],
  time: number,
  out: Float64Array,
): void {
  const sunny = out[3] as number;
  const length = Math.sqrt(depth * depth + eye * eye);
  // Waves smaller than a pixel would flicker, so waves flatten with distance.
  const fine = smooth(190, 60, length);
  const calm = 1 / (1 + length * 0.006);
  const swell = noise2(x * 0.23 + time * 0.5, z * 0.3 - time * 0.35) - 0.5;
  const a = noise2(x * 0.8 + swell * 2 + time * 0.9, z * 1.1 - time * 0.6) - 0.5;
  const b = noise2(x * 1.0 - time * 0.7 + 37, z * 0.8 + swell * 2 + time * 0.5) - 0.5;
  const c = fine > 0 ? (noise2(x * 2.9 - time * 1.6, z * 3.3 + a * 2) - 0.5) * fine : 0;
  const wake = boats.length > 0 ? wakeAt(boats, x, z, time) : 0;
  const nx = (a + c * 0.8 + swell * 0.5) * 0.16 * calm + wake * 0.12 * c;
  const nz = (b - c * 0.6 + swell * 0.4) * 0.16 * calm;
  const vx = (dx * depth) / length;
  const vy = -eye / length;
  const vz = (dz * depth) / length;
  const facing = -(vx * nx + vy + vz * nz);
  const rx = vx + 2 * facing * nx;
  const ry = Math.max(0.015, vy + 2 * facing);
  const rz = vz + 2 * facing * nz;
  const fresnel = clamp(0.025 + 0.9 * (1 - clamp(facing)) ** 4.2);
  openSky(place, rx, ry, rz, reflected);
  let mr = Math.min(2.5, reflected[0] as number);
  let mg = Math.min(2.5, reflected[1] as number);
  let mb = Math.min(2.5, reflected[2] as number);
  let blocked = 0;
  if (fresnel > 0.08 && depth < 420) {
    const flat = 1 / Math.sqrt(rx * rx + rz * rz);
    // The land's reflection uses calmer waves than the sparkle: fine waves would make it flicker.
    const climb = Math.max(0.02, (vy + 2 * facing - c * 0.05 * calm) * flat);
    for (const reach of REACHES) {
      const px = x + rx * flat * reach;
      const pz = z + rz * flat * reach;
      const land = heightBetween(wide, px, pz);
      const over = land - climb * reach;
      if (over > 0) {
        litBetween(wide, px, pz, reflected);
        blocked = smooth(0, 4 + reach * 0.08, over);
        mr = mix(mr, (reflected[0] as number) * 0.8, blocked);
        mg = mix(mg, (reflected[1] as number) * 0.8, blocked);
        mb = mix(mb, (reflected[2] as number) * 0.85, blocked);
        break;
      }
    }
  }
  const spark = Math.max(0, rx * place.sun[0] + ry * place.sun[1] + rz * place.sun[2]);
  const glitter = (spark ** 90 * 2.2 + spark ** 700 * 26 * (0.3 + fine)) * sunny * (1 - blocked) * (0.35 + fresnel);
  const ripple = 1 + (a + c + swell) * 0.22 * (0.4 + 0.6 * calm);
  // Two lines of foam that come and go at the shore.
  const beat = 0.5 + 0.5 * Math.sin(time * 1.7 + noise2(x * 0.09, z * 0.09) * 12);
  const lace =
    0.6 * noise2(x * 0.62 + z * 0.48 + 5, z * 0.62 - x * 0.48 + time * 0.25) +
    0.4 * noise2(x * 1.9 - z * 0.7, z * 1.9 + x * 0.7);
  const edge = smooth(0.5 + 0.35 * beat, 0.06, deep + (lace - 0.5) * 0.8) * (0.5 + 0.5 * smooth(0.3, 0.6, lace));
  // Breakers: broken crests that run towards the shore.
  const run = deep * 0.8 + time * 0.55 + noise2(x * 0.035, z * 0.035) * 3.2;
  const crest = run - Math.floor(run);
  const surf = smooth(0.8, 0.97, crest) * smooth(1, 0.95, crest) * smooth(2.6, 1, deep) * smooth(0.38, 0.62, lace);
  const foam = clamp(Math.max(edge, surf * 0.8) * smooth(520, 200, length) + wake * (0.55 + 0.9 * (c + 0.2)));
  const gain = 0.3 + 1.25 * sunny;
  const { sunColour } = place;
  out[0] = mix(
    mix((out[0] as number) * ripple, mr, fresnel) + glitter * sunColour.r,
    (0.35 + 0.5 * sunColour.r) * gain,
    foam * 0.85,
  );
  out[1] = mix(
    mix((out[1] as number) * ripple, mg, fresnel) + glitter * sunColour.g,
    (0.4 + 0.5 * sunColour.g) * gain,
    foam * 0.85,
  );
  out[2] = mix(
    mix((out[2] as number) * ripple, mb, fresnel) + glitter * sunColour.b,
    (0.48 + 0.5 * sunColour.b) * gain,
    foam * 0.85,
  );
}
