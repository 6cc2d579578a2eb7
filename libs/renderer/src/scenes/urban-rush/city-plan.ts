import { type Colour, colour, hueOf, oklch, scale } from '../../stage/colour.ts';
import type { Random } from '../../stage/random.ts';

/** The look of a city; lengths are in metres. */
export interface CityPlan {
  salt: number;
  /** Colours of the haze at the horizon and of the sky overhead. */
  skyLow: Colour;
  skyHigh: Colour;
  /** Colours of the moon at its top and at its bottom. */
  moonHigh: Colour;
  moonLow: Colour;
  /** True: bars of haze across the moon. False: dark seas on it. */
  barred: boolean;
  warm: Colour;
  cool: Colour;
  /** Neon colours of signs and gates. */
  neon: Colour[];
  paint: Colour;
  wetness: number;
  /** Share of windows that are lit. */
  awake: number;
}

/** Half of the width between the house fronts. */
export const HALF = 5.4;

/** Matching hues: haze, the sky overhead, three neon colours, the car's paint. */
type Chord = [haze: number, high: number, first: number, second: number, third: number, paint: number];
const chords: Chord[] = [
  [38, 272, 20, 205, 330, 20],
  [18, 285, 350, 195, 60, 205],
  [350, 275, 330, 190, 30, 290],
  [52, 250, 25, 170, 350, 350],
  [200, 268, 335, 190, 80, 95],
  [320, 262, 300, 180, 35, 260],
  [30, 230, 15, 215, 300, 30],
];

/** Draws the look of a clip's city from the seed. */
export function cityPlan(random: Random, accents: readonly Colour[]): CityPlan {
  const [haze, high, first, second, third, paint] = random.pick(chords);
  const [hue = first, other = second] = accents.map(hueOf);
  const tube = (of: number) => oklch(0.7, 0.24, of);
  return {
    salt: random.whole(1, 9_999),
    skyLow: scale(oklch(random.range(0.58, 0.64), 0.16, haze + random.range(-8, 8)), 0.4),
    skyHigh: scale(oklch(0.26, 0.1, high), 0.6),
    moonHigh: random.pick([colour(0.95, 0.78, 0.5), colour(0.86, 0.8, 0.72), colour(0.98, 0.66, 0.36)]),
    moonLow: scale(oklch(0.68, 0.21, haze), 0.9),
    barred: random.chance(0.4),
    warm: random.pick([colour(1, 0.52, 0.17), colour(1, 0.6, 0.24), colour(1, 0.43, 0.17)]),
    cool: random.pick([colour(0.45, 0.75, 1), colour(0.6, 0.95, 0.9), colour(0.75, 0.7, 1)]),
    neon: [tube(hue), tube(other), tube(third), tube(hue)],
    paint: oklch(0.5, 0.2, accents[0] ? hue : paint),
    wetness: random.range(0.85, 1),
    awake: random.range(0.4, 0.55),
  };
}
