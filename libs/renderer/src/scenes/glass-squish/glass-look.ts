import { type Colour, hueOf, oklch } from '../../stage/colour.ts';
import type { Random } from '../../stage/random.ts';

/** The colours of the scene and of the body, before or after the turn. */
export interface Palette {
  /** Colour of light that has passed through one unit of the body. */
  tint: Colour;
  /** Second colour: clouds inside the body, and the solids inside it. */
  swirl: Colour;
  wallLow: Colour;
  wallHigh: Colour;
  floor: Colour;
  /** Colour of the light shape on the wall. */
  accent: Colour;
}

export type WallShape = 'sun' | 'ring' | 'arch' | 'blinds';
export type Inside = 'ember' | 'flower' | 'pearls' | 'helix';

/** Colours and shapes of one clip. */
export interface GlassLook {
  before: Palette;
  after: Palette;
  plate: Colour;
  metal: Colour;
  shape: WallShape;
  inside: Inside;
  /** 0 is a ball, 1 nearly a cube with round edges. */
  square: number;
  /** Number and depth of the lobes seen from above. */
  lobes: number;
  lobeDepth: number;
  /** Four numbers each: x, y, z and radius, in the body's own units. */
  bubbles: Float64Array;
}

const clipped = ({ r, g, b }: Colour): Colour => ({ r: Math.min(1, r), g: Math.min(1, g), b: Math.min(1, b) });

/** Matching hues: body, its inside, wall, plate. */
type Chord = [body: number, second: number, wall: number, plate: number];
const chords: Chord[] = [
  [25, 85, 55, 190],
  [5, 75, 350, 185],
  [350, 60, 200, 210],
  [320, 70, 285, 190],
  [290, 20, 310, 170],
  [262, 340, 285, 60],
  [240, 330, 35, 45],
  [205, 320, 250, 30],
  [175, 100, 195, 20],
  [155, 95, 20, 350],
];

function palette(random: Random, [hue, second, wallHue]: Chord, deep: boolean): Palette {
  return {
    tint: clipped(oklch(random.range(0.62, 0.7), 0.25, hue)),
    swirl: clipped(oklch(0.86, 0.18, second)),
    wallLow: oklch(deep ? 0.58 : 0.74, deep ? 0.17 : 0.15, wallHue),
    wallHigh: oklch(deep ? 0.34 : 0.56, deep ? 0.13 : 0.16, wallHue - 14),
    floor: oklch(deep ? 0.62 : 0.82, deep ? 0.12 : 0.095, wallHue + 6),
    accent: oklch(0.8, 0.16, random.pick([wallHue + 30, wallHue - 30, second])),
  };
}

/** Draws the look of a clip's glass from the seed. */
export function glassLook(random: Random, accents: readonly Colour[]): GlassLook {
  const first = random.whole(0, chords.length - 1);
  const drawn = chords[first] as Chord;
  const turned = chords[(first + random.whole(3, 6)) % chords.length] as Chord;
  const [hue, second] = accents.map(hueOf);
  const chord: Chord = [hue ?? drawn[0], second ?? drawn[1], hue === undefined ? drawn[2] : hue + 35, drawn[3]];
  const deep = random.chance(0.5);
  const bubbles = new Float64Array(4 * random.whole(9, 15));
  for (let i = 0; i < bubbles.length; i += 4) {
    const angle = random.range(0, Math.PI * 2);
    const reach = random.range(0.35, 0.72);
    const size = random.range(0.045, 0.11);
    bubbles.set([Math.cos(angle) * reach, random.range(-0.62, 0.62), Math.sin(angle) * reach, size], i);
  }
  const body = random.pick([
    { square: 0.05, lobes: 0, lobeDepth: 0 },
    { square: 0.45, lobes: 4, lobeDepth: -0.16 },
    { square: 0.2, lobes: 5, lobeDepth: 0.17 },
    { square: 0.3, lobes: 3, lobeDepth: 0.2 },
    { square: 0.25, lobes: 6, lobeDepth: 0.12 },
    { square: 0.62, lobes: 0, lobeDepth: 0 },
  ]);
  return {
    before: palette(random, chord, deep),
    after: palette(random, turned, !deep),
    plate: oklch(random.range(0.6, 0.7), 0.13, chord[3]),
    metal: random.pick([oklch(0.93, 0.012, 250), oklch(0.9, 0.07, 82), oklch(0.86, 0.06, 35), oklch(0.93, 0.012, 250)]),
    shape: random.pick(['sun', 'ring', 'arch', 'blinds']),
    inside: random.pick(['ember', 'flower', 'pearls', 'helix']),
    bubbles,
    ...body,
  };
}
