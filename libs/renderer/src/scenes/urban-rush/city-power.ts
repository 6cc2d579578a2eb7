import { smooth } from '../../stage/easing.ts';
import type { RushStory } from './rush-story.ts';

/** Speed of the waves of light down the street, in metres per second. */
const FIRST = 150;
const SECOND = 105;

/** The power of the city's lights: waves of light run down the street at the start and after the blackout. */
export function createPower({ go, dark, dawn, placeAt }: RushStory) {
  const now = { first: -1e4, second: -1e4, on: 0.5, glow: 0.5 };

  return {
    now,
    set(time: number): void {
      now.first = time < go ? -1e4 : placeAt(go) - 6 + (time - go) * FIRST;
      now.second = time < dawn ? -1e4 : placeAt(dawn) - 4 + (time - dawn) * SECOND;
      now.on = 1 - smooth(dark, dark + 0.1, time);
      // Two short flickers before the power fails.
      for (const at of [dark - 0.3, dark - 0.14]) now.on *= 1 - 0.6 * smooth(0.05, 0.02, Math.abs(time - at));
      now.glow = 0.66 + 0.34 * Math.max(smooth(go, go + 0.7, time) * now.on, smooth(dawn, dawn + 0.8, time));
    },
    /** Brightness of the lights at a position: 0 is dark, 1 on, more at the front of a wave. */
    at(z: number): number {
      const first = now.first - z;
      const second = now.second - z;
      let power = 0;
      if (first > 5) power = now.on;
      else if (first > -5) power = now.on * (first + 5) * 0.1;
      if (second > 5) power = 1;
      else if (second > -5) power = Math.max(power, (second + 5) * 0.1);
      // The fronts of the waves are brighter than what they leave behind.
      if (first < 25 && first > -25) power += 1.1 * Math.exp(-first * first * 0.0123);
      if (second < 25 && second > -25) power += 1.1 * Math.exp(-second * second * 0.0123);
      return power;
    },
  };
}

export type Power = ReturnType<typeof createPower>;
