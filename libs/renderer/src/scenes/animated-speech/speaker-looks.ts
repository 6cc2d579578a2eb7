import { blend, type Colour, colour, hueOf, oklch, scale } from '../../stage/colour.ts';
import type { Material } from '../../stage/lump.ts';
import { mottled } from '../../stage/patterns.ts';
import type { Random } from '../../stage/random.ts';
import { irised, knitted, striped } from './speaker-patterns.ts';

/** The looks and clothes of a speaker. */
export interface Looks {
  hair: 'crop' | 'bob' | 'afro' | 'bun' | 'long' | 'curls' | 'bald';
  hat: 'none' | 'beanie' | 'cap';
  beard: 'none' | 'full' | 'moustache';
  glasses: boolean;
  headphones: boolean;
  earrings: boolean;
  clothes: 'knit' | 'stripes' | 'hoodie' | 'jacket';
  microphone: 'ball' | 'vintage' | 'foam';
  /** Width of the face and of the shoulders: 1 is average. */
  face: number;
  shoulders: number;
  lashes: number;
  browWeight: number;
  materials: Record<MaterialName, Material>;
  hue: number;
}

export const EYE_RADIUS = 0.2;

export type MaterialName =
  | 'skin'
  | 'nose'
  | 'lid'
  | 'lips'
  | 'throat'
  | 'tongue'
  | 'hair'
  | 'brow'
  | 'eye'
  | 'shirt'
  | 'inner'
  | 'hat'
  | 'plastic'
  | 'cushion'
  | 'mesh'
  | 'handle'
  | 'metal'
  | 'frame';

/** Colours of felt. None is like human skin, so that viewers see a puppet and not a badly drawn person. */
const FELTS: Colour[] = [
  oklch(0.66, 0.12, 190),
  oklch(0.7, 0.17, 55),
  oklch(0.66, 0.14, 300),
  oklch(0.74, 0.16, 128),
  oklch(0.64, 0.19, 25),
  oklch(0.66, 0.13, 240),
];

/** Draws a speaker's looks from the seed. Related choices agree: who has a beard has short lashes and plain lids. */
export function drawLooks(random: Random, accents: readonly Colour[]): Looks {
  const hue = accents[0] ? hueOf(accents[0]) : random.range(0, 360);
  const soft = random.chance(0.5);
  const shirtHue = hue + random.pick([120, 165, 200, 300]);
  const feltColour = random.pick(FELTS.filter((felt) => hueDistance(hueOf(felt), shirtHue) > 70));
  const hair = random.pick(
    soft ? (['bob', 'bun', 'long', 'afro', 'curls'] as const) : (['crop', 'curls', 'afro', 'bald', 'crop'] as const),
  );
  const hat =
    hair !== 'afro' && hair !== 'bun' && random.chance(0.3) ? random.pick(['beanie', 'cap'] as const) : 'none';
  const beard = soft
    ? 'none'
    : random.pick(
        hair === 'bald' ? (['full', 'full', 'moustache'] as const) : (['none', 'none', 'full', 'moustache'] as const),
      );
  const hairColour = random.pick([
    colour(0.018, 0.012, 0.016),
    colour(0.06, 0.026, 0.014),
    colour(0.14, 0.056, 0.022),
    colour(0.62, 0.3, 0.06),
    colour(0.5, 0.08, 0.03),
    scale(oklch(0.55, 0.2, hueOf(feltColour) + 150), 0.9),
    colour(0.75, 0.72, 0.66),
  ]);
  const browColour = blend(hairColour, colour(0.03, 0.015, 0.01), 0.35);
  const strands =
    hair === 'afro' || hair === 'curls' ? mottled([26, 26, 26], 0.8, 0.4) : mottled([22, 4, 16], 0.6, 0.8);
  const shirt = oklch(random.range(0.6, 0.76), 0.15, shirtHue);
  const plain = { shine: 0.06, polish: 10, soft: 0.3 };
  const felt = { shine: 0.03, polish: 8, soft: 0.5, fuzz: 0.012, roots: 0.4 };
  const clothes = random.pick(['knit', 'stripes', 'hoodie', 'jacket'] as const);
  const stripe = oklch(0.93, 0.03, shirtHue);
  const eyeColour = oklch(random.range(0.42, 0.6), 0.11, random.pick([55, 70, 145, 235, 250, 200]));
  return {
    hair,
    hat,
    beard,
    clothes,
    glasses: random.chance(0.35),
    headphones: hat === 'none' && hair !== 'afro' && random.chance(0.5),
    earrings: soft && random.chance(0.6),
    microphone: random.pick(['ball', 'vintage', 'foam'] as const),
    face: random.range(0.94, 1.06),
    shoulders: soft ? random.range(0.84, 0.92) : random.range(0.98, 1.1),
    lashes: soft ? 0.15 : 0.07,
    browWeight: soft ? random.range(0.022, 0.03) : random.range(0.034, 0.048),
    hue,
    materials: {
      skin: { ...felt, colour: feltColour, pattern: mottled([16, 16, 16], 0.95, 0.1) },
      nose: { ...felt, colour: oklch(0.64, 0.19, hueOf(feltColour) + random.pick([120, 180, 210])) },
      lid: {
        ...felt,
        fuzz: 0.008,
        colour: blend(feltColour, soft ? oklch(0.5, 0.12, hue + 200) : scale(feltColour, 0.6), 0.5),
      },
      lips: { ...felt, fuzz: 0.008, colour: scale(feltColour, 0.5) },
      throat: { colour: colour(0.15, 0.014, 0.018), shine: 0, polish: 20, glow: 0.5 },
      tongue: { colour: colour(0.74, 0.13, 0.17), shine: 0.05, polish: 10, soft: 0.5 },
      hair: { colour: hairColour, shine: 0.03, polish: 12, soft: 0.3, fuzz: 0.045, pattern: strands },
      brow: { colour: browColour, shine: 0.03, polish: 10, fuzz: 0.015 },
      eye: { colour: colour(0.94, 0.94, 0.93), shine: 0.8, polish: 120, pattern: irised(eyeColour, EYE_RADIUS) },
      shirt: {
        ...plain,
        colour: shirt,
        pattern:
          clothes === 'stripes' ? striped(stripe) : clothes === 'knit' ? knitted : mottled([30, 30, 30], 0.94, 0.12),
      },
      inner: { ...plain, colour: random.pick([stripe, colour(0.03, 0.03, 0.04), oklch(0.75, 0.15, hue + 60)]) },
      hat: {
        ...plain,
        colour: oklch(0.62, 0.17, hue + random.pick([40, 180, 240])),
        pattern: hat === 'beanie' ? knitted : mottled([26, 26, 26], 0.94, 0.12),
      },
      plastic: {
        colour: random.pick([colour(0.88, 0.88, 0.9), colour(0.05, 0.05, 0.07), oklch(0.72, 0.17, hue + 90)]),
        shine: 0.6,
        polish: 50,
      },
      cushion: { colour: colour(0.06, 0.05, 0.08), shine: 0.2, polish: 12 },
      mesh: { colour: colour(0.4, 0.39, 0.44), shine: 1, polish: 40 },
      handle: {
        colour: random.pick([
          colour(0.035, 0.033, 0.045),
          colour(0.7, 0.7, 0.74),
          scale(oklch(0.6, 0.18, hue + 150), 0.8),
        ]),
        shine: 0.8,
        polish: 40,
      },
      metal: { colour: random.pick([colour(0.85, 0.52, 0.14), colour(0.6, 0.6, 0.65)]), shine: 1, polish: 60 },
      frame: {
        colour: random.pick([
          colour(0.02, 0.02, 0.025),
          colour(0.3, 0.09, 0.03),
          oklch(0.5, 0.18, hue + 30),
          colour(0.8, 0.6, 0.2),
        ]),
        shine: 0.8,
        polish: 60,
      },
    },
  };
}

/** Degrees between two hues. */
function hueDistance(one: number, other: number): number {
  return Math.abs(((((one - other) % 360) + 540) % 360) - 180);
}
