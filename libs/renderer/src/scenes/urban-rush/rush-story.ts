import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';
import type { CarPose } from './city-car.ts';

/** Times and positions of one clip. Positions are metres down the street. */
export interface RushStory {
  /** Times: the city lights up and the car starts at `go`, the power fails at `dark` and returns at `dawn`. */
  go: number;
  dark: number;
  dawn: number;
  /** True: neon gates span the street during the drive, too, not only at the end. */
  gates: boolean;
  side: number;
  speedAt(time: number): number;
  /** Position of the camera along the street. */
  placeAt(time: number): number;
  carAt(time: number): CarPose;
}

const STEPS = 960;
const IDLE = 1.5;
const FAST = 42;

export function rushStory(random: Random): RushStory {
  const side = random.pick([-1, 1]);
  const gates = random.chance(0.5);
  const go = random.range(0.38, 0.5);
  const dark = random.range(5.35, 5.6);
  const dawn = dark + random.range(0.75, 0.95);
  const breath = random.range(2.7, 3.5);
  const slow = random.range(6, 8);

  function speedAt(time: number): number {
    const launch = smooth(go, go + 1.1, time);
    const rest = smooth(dark - 0.2, dawn + 0.2, time);
    // Halfway the drive slows down for a moment and accelerates again.
    const dip = 18 * Math.exp(-(((time - breath) / 0.45) ** 2));
    return mix(mix(IDLE, FAST, launch) - dip * launch, slow, rest);
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

  function carAt(time: number): CarPose {
    const moving = smooth(go + 0.2, go + 1.2, time) * (1 - smooth(dark, dark + 0.5, time));
    // The car pulls away at the start and the camera catches up; at the end it races off into the light.
    const pull = smooth(go, go + 0.7, time) - smooth(go + 0.8, go + 2.1, time);
    const away = Math.max(0, time - dawn);
    const ahead = 6.2 + 6 * pull + 1.4 * smooth(go, breath, time) + 15 * away + 16 * away * away;
    const weave = side * 1.15 * Math.sin(time * 1.5 + 0.4) * moving;
    const slope = side * 1.15 * 1.5 * Math.cos(time * 1.5 + 0.4) * moving;
    return {
      x: weave,
      z: placeAt(time) + ahead,
      yaw: slope / Math.max(9, speedAt(time)),
      brake: Math.max(
        1 - smooth(go - 0.1, go + 0.1, time),
        smooth(dark - 0.1, dark, time) * (1 - smooth(dawn - 0.1, dawn, time)),
      ),
    };
  }

  return { go, dark, dawn, gates, side, speedAt, placeAt, carAt };
}
