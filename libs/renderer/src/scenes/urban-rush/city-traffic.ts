import { type Colour, colour } from '../../stage/colour.ts';
import type { Light } from '../../stage/expose.ts';
import type { Random } from '../../stage/random.ts';
import type { CarPose } from './city-car.ts';

/** A moving light, drawn as a streak between two depths of the street. */
export interface Streak {
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
/** Pieces of a trail. */
const TRAIL = 4;

/** Other cars, as lights: white ones approach, red ones drive away. The returned function gives the streaks at a time. */
export function createTraffic(random: Random): (time: number, z: number, speed: number) => Streak[] {
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
      const streak = 0.4 + (oncoming ? speed + pace : Math.abs(speed - pace)) * 0.13;
      return [-0.62, 0.62].map(
        (offset): Streak => ({
          x: x + offset,
          y: 0.6,
          near: place,
          far: place + streak,
          r: tint.r * 1.5,
          g: tint.g * 1.5,
          b: tint.b * 1.5,
          size: 0.085,
        }),
      );
    });
}

/** The trails that the hero's tail lights leave on the film: the last positions of the car, fading. */
export function trailsOf(carAt: (time: number) => CarPose, time: number, span: number, strength: number): Streak[] {
  if (strength < 0.03) return [];
  return Array.from({ length: TRAIL }, (_, index) => {
    const [late, early] = [carAt(time - (index * span) / TRAIL), carAt(time - ((index + 1) * span) / TRAIL)];
    const level = strength * (1 - index / TRAIL) ** 1.5;
    return [-0.62, 0.62].map(
      (offset): Streak => ({
        x: (late.x + early.x) / 2 + offset,
        y: 0.22,
        near: early.z - 2.2,
        far: late.z - 2.2,
        r: 1.1 * level,
        g: 0.05 * level,
        b: 0.06 * level,
        size: 0.06,
      }),
    );
  }).flat();
}

/** Adds the light of the streaks that a ray passes before the distance `most`. */
export function addStreaks(
  streaks: readonly Streak[],
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  most: number,
  light: Light,
): void {
  for (let n = 0; n < streaks.length; n++) {
    const streak = streaks[n] as Streak;
    // The depth of the streak's point that is nearest to the ray sideways.
    let t = (streak.near - oz) / dz;
    const end = (streak.far - oz) / dz;
    const across = dx * dx + dy * dy;
    if (across > 1e-7) {
      const best = ((streak.x - ox) * dx + (streak.y - oy) * dy) / across;
      t = best < t ? t : Math.min(best, end);
    }
    if (t < 0.3 || t > most) continue;
    const gx = ox + dx * t - streak.x;
    const gy = oy + dy * t - streak.y;
    const gap = (gx * gx + gy * gy) / (streak.size * streak.size);
    if (gap > 30) continue;
    const level = (Math.exp(-gap * 3) * 3 + 0.22 / (1 + gap * 2)) * (1 - gap / 30);
    light.r += streak.r * level;
    light.g += streak.g * level;
    light.b += streak.b * level;
  }
}
