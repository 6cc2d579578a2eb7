import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';
import type { CarPose } from './city-car.ts';

/** How a clip ends: the car slides to a halt across the road, or drives on towards the moon. */
export type RushEnding = 'slide' | 'onward';

/** Times and positions of one clip. Positions are metres down the street. */
export interface RushStory {
  ending: RushEnding;
  /** Times: the car accelerates at `surge`, is in the tunnel from `enters` to `leaves`, and brakes at `calm`. */
  surge: number;
  enters: number;
  leaves: number;
  calm: number;
  tunnel: boolean;
  gates: boolean;
  side: number;
  closes: number;
  opens: number;
  speedAt(time: number): number;
  /** Position of the camera along the street. */
  placeAt(time: number): number;
  carAt(time: number): CarPose;
}

const STEPS = 960;
const FAST = 44;

export function rushStory(random: Random): RushStory {
  const ending = random.pick(['slide', 'onward'] as const);
  const tunnel = random.chance(0.7);
  const gates = !tunnel || random.chance(0.35);
  const side = random.pick([-1, 1]);
  const surge = random.range(1.75, 2.5);
  const enters = surge + random.range(0.85, 1.3);
  const leaves = Math.min(5.5, enters + random.range(1.1, 1.6));
  const calm = leaves + random.range(0.15, 0.3);
  const slow = random.range(5, 7.5);

  function speedAt(time: number): number {
    const launch = 1 - smooth(0.15, 0.95, time);
    const rush = smooth(surge, surge + 0.5, time) * (1 - smooth(calm, calm + 1.0, time));
    const last = ending === 'slide' ? 0.5 : 4;
    const cruise = mix(slow, last, smooth(calm, calm + 1.2, time));
    return mix(cruise, FAST, Math.max(rush, launch * 0.62));
  }

  // The integral of the speed, computed once.
  const travelled = new Float64Array(STEPS + 2);
  for (let step = 1; step < travelled.length; step++)
    travelled[step] = (travelled[step - 1] as number) + speedAt((step / STEPS) * 8) * (8 / STEPS);
  function placeAt(time: number): number {
    const place = clamp((time / 8) * STEPS, 0, STEPS);
    const step = Math.floor(place);
    return mix(travelled[step] as number, travelled[step + 1] as number, place - step);
  }
  const opens = placeAt(leaves) + 6;
  const closes = tunnel ? placeAt(enters) + 8 : opens;

  function carAt(time: number): CarPose {
    const rush = smooth(surge, surge + 0.5, time) * (1 - smooth(calm - 0.1, calm + 0.5, time));
    const after = smooth(calm, calm + 1.5, time);
    // The car pulls away when it accelerates, then the camera catches up.
    const pull = smooth(surge - 0.1, surge + 0.5, time) - smooth(surge + 0.5, surge + 1.8, time);
    const ahead = 5.6 + 1.3 * smooth(0, 1.2, time) + 4.2 * pull + (ending === 'slide' ? 4.6 : 6.5) * after;
    const weave = side * 0.75 * Math.sin(time * 1.35 + 0.4) * (1 - after) + side * 0.25 * rush * Math.sin(time * 5.1);
    const slope = side * 0.75 * 1.35 * Math.cos(time * 1.35 + 0.4) * (1 - after);
    const slid = ending === 'slide' ? smooth(calm - 0.05, calm + 1.25, time) : 0;
    const brake = Math.max(
      smooth(calm - 0.1, calm, time) * (ending === 'slide' ? 1 : 1 - smooth(calm + 0.7, calm + 1.2, time)),
      0.5 * smooth(0.5, 0.6, time) * (1 - smooth(1.1, 1.3, time)),
    );
    return {
      x: weave + 0.35 * side * slid,
      z: placeAt(time) + ahead,
      yaw: slope / Math.max(9, speedAt(time)) + side * slid * (1.25 + 0.06 * Math.sin((time - calm) * 2)),
      brake,
    };
  }

  return { ending, surge, enters, leaves, calm, tunnel, gates, side, closes, opens, speedAt, placeAt, carAt };
}
