import { type Colour, colour } from '../../stage/colour.ts';
import type { Light } from '../../stage/expose.ts';
import type { Random } from '../../stage/random.ts';

/** A moving light, drawn as a streak between two depths of the street. */
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

const SPAN = 210;

/** Other cars, as lights: white ones approach, red ones drive away. The returned function gives the streaks at a time. */
export function createTraffic(random: Random): (time: number, z: number, speed: number) => Runner[] {
  const cars = Array.from({ length: 6 }, (_, index) => {
    const oncoming = index % 3 !== 2;
    const tint: Colour = oncoming ? colour(1, 0.9, 0.74) : colour(1, 0.05, 0.06);
    const from = random.range(20, 200);
    return {
      oncoming,
      x: oncoming ? -random.range(2.2, 3.0) : random.range(2.7, 3.2),
      from,
      pace: random.range(8, 16),
      tint,
    };
  });
  return (time, z, speed) =>
    cars.flatMap(({ oncoming, x, from, pace, tint }) => {
      const travel = oncoming ? from - pace * time : from + pace * time;
      const place = z + 2 + ((((travel - z) % SPAN) + SPAN) % SPAN);
      const streak = 0.4 + (oncoming ? speed + pace : Math.abs(speed - pace)) * 0.06;
      return [-0.62, 0.62].map(
        (offset): Runner => ({
          x: x + offset,
          y: 0.6,
          near: place,
          far: place + streak,
          r: tint.r * 1.5,
          g: tint.g * 1.5,
          b: tint.b * 1.5,
          size: 0.12,
        }),
      );
    });
}

/** Adds the light of the streaks that a ray passes before the distance `most`. */
export function addStreaks(
  runners: readonly Runner[],
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  most: number,
  light: Light,
): void {
  for (let n = 0; n < runners.length; n++) {
    const runner = runners[n] as Runner;
    // The depth of the streak's point that is nearest to the ray sideways.
    let t = (runner.near - oz) / dz;
    const end = (runner.far - oz) / dz;
    const across = dx * dx + dy * dy;
    if (across > 1e-7) {
      const best = ((runner.x - ox) * dx + (runner.y - oy) * dy) / across;
      t = best < t ? t : Math.min(best, end);
    }
    if (t < 0.3 || t > most) continue;
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
