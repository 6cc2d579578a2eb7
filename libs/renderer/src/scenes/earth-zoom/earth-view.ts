import type { Camera } from '../../stage/camera.ts';
import type { Colour } from '../../stage/colour.ts';
import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Light, TraceRay } from '../../stage/expose.ts';
import { length3 } from '../../stage/solid-shapes.ts';
import type { Route } from './earth-route.ts';
import type { Earth } from './earth-surface.ts';
import { starLight } from './stars.ts';

/** Traces a ray from a camera above the planet. Returns 1 for the sky with stars and the bright edge, 2 for the ground. */
export function traceEarth(
  { salt, ground, air }: Earth,
  { place, sun }: Route,
  { x, y, z }: Camera,
  altitude: number,
  time: number,
  rows: number,
): TraceRay {
  const distance = x * x + y * y + z * z;
  const cover = smooth(0.08, 0.6, altitude) * 0.9 + 0.1 * smooth(0.04, 0.1, altitude);
  return (dx: number, dy: number, dz: number, light: Light): number => {
    const along = -(x * dx + y * dy + z * dz);
    const nearest = Math.sqrt(Math.max(0, distance - along * along));
    if (along < 0 || nearest > 1) {
      starLight(dx, dy, dz, salt, light);
      if (along <= 0) return 1;
      const day =
        ((x + dx * along) * sun[0] + (y + dy * along) * sun[1] + (z + dz * along) * sun[2]) / Math.max(1, nearest);
      addRim(air, day, nearest - 1, light);
      return 1;
    }
    const t = along - Math.sqrt(1 - nearest * nearest);
    const px = x + dx * t;
    const py = y + dy * t;
    const pz = z + dz * t;
    // The sky over the goal is clear, so that the fall shows land.
    const open = smooth(0.06, 0.5, length3(px - place[0], py - place[1], pz - place[2]));
    ground(px, py, pz, dx, dy, dz, Math.max(0.00003, t / rows), sun, time * 0.01, cover, 0.06 * (1 - open), light);
    const facing = -(dx * px + dy * py + dz * pz);
    const day = px * sun[0] + py * sun[1] + pz * sun[2];
    const haze = clamp((1 - facing) ** 3 * 1.1 + 0.04) * smooth(-0.28, 0.4, day) * smooth(0.004, 0.3, altitude + 0.05);
    light.r = mix(light.r, 0.34, haze * 0.6);
    light.g = mix(light.g, 0.56, haze * 0.75);
    light.b = mix(light.b, 1.15, haze * 0.8);
    return 2;
  };
}

/** Adds the light of the air `over` radii above the planet's edge: strong towards the sun, none on the night side. */
function addRim(air: Colour, day: number, over: number, light: Light): void {
  const lit = smooth(-0.45, 0.5, day);
  const wide = Math.exp(-over * 20) * 0.7 * lit;
  const thin = Math.exp(-over * 85) * 1.9 * lit;
  const warm = Math.exp(-over * 40) * smooth(0.1, 0.75, day) * 0.4 + thin * 0.15;
  light.r += air.r * wide + thin * mix(air.r, 1, 0.45) + warm;
  light.g += air.g * wide + thin * mix(air.g, 1, 0.4) + warm * 0.7;
  light.b += air.b * 1.3 * wide + thin * 1.15 + warm * 0.35;
}
