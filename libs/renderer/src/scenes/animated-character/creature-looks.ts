import { type Colour, colour, hueOf, oklch, scale } from '../../stage/colour.ts';
import { smooth } from '../../stage/easing.ts';
import type { Material, Paint } from '../../stage/lump.ts';
import type { Vector } from '../../stage/matrix.ts';
import type { Random } from '../../stage/random.ts';

/** Sizes of a build: half-axes and height of the trunk and of the head, then height and width of the neck. */
const builds = {
  pear: { trunk: [0.88, 0.9, 0.74], trunkAt: 0.9, skull: [0.84, 0.76, 0.74], skullAt: 1.66, neck: 1.12, melt: 0.26 },
  egg: { trunk: [0.92, 0.9, 0.76], trunkAt: 0.9, skull: [0.86, 0.86, 0.78], skullAt: 1.6, neck: 1.02, melt: 0.3 },
  chibi: { trunk: [0.7, 0.66, 0.62], trunkAt: 0.66, skull: [0.97, 0.82, 0.8], skullAt: 1.6, neck: 0.92, melt: 0.16 },
  bean: { trunk: [0.7, 0.96, 0.62], trunkAt: 0.96, skull: [0.78, 0.82, 0.7], skullAt: 1.86, neck: 1.3, melt: 0.34 },
} as const;

/** Draws every choice about a creature's looks from the seed, and makes its materials. */
export function drawCreatureLooks(random: Random, accents: readonly Colour[]) {
  const hue = accents[0] ? hueOf(accents[0]) : random.pick([215, 30, 330, 175, 75, 295, 250, 5]);
  const trimHue = accents[1] ? hueOf(accents[1]) : hue + random.pick([150, 180, 210]);
  const build = builds[random.pick(['pear', 'egg', 'chibi', 'bean'] as const)];
  const eyes = random.pick(['two', 'two', 'two', 'one', 'frog'] as const);
  const topper = random.pick(
    eyes === 'frog'
      ? (['antennae', 'tuft', 'sprout'] as const)
      : (['cat', 'bunny', 'bear', 'horns', 'antennae', 'tuft', 'sprout', 'floppy'] as const),
  );
  const coat = random.pick(['plain', 'spots', 'stripes', 'dip'] as const);
  const teeth = random.pick(['one', 'two', 'fangs', 'none'] as const);
  const tail = random.pick(['puff', 'curl', 'spikes'] as const);
  const wear = random.pick(
    eyes === 'frog' || topper === 'sprout' || topper === 'tuft'
      ? (['scarf', 'bow', 'bow', 'flower'] as const)
      : (['scarf', 'bow', 'beanie', 'flower'] as const),
  );
  const furColour = oklch(random.range(0.64, 0.72), 0.16, hue);
  const second = oklch(random.range(0.48, 0.56), 0.17, hue + random.pick([-28, 28, 60, -60]));
  const cream = oklch(0.9, 0.055, 80);
  const blush = oklch(0.66, 0.17, 15);
  const [ta, tb] = build.trunk;
  const [sa, sb] = build.skull;
  const marks: [number, number, number, number][] = Array.from({ length: 11 }, () => {
    const turn = random.range(0, Math.PI * 2);
    const up = random.range(-0.7, 0.95);
    const out = Math.sqrt(1 - up * up);
    return [Math.cos(turn) * out, up, Math.sin(turn) * out, random.range(0.16, 0.34)];
  });

  /** Paints the coat's marks over the fur; (x, y, z) is on a ball of radius 1. */
  function mark(x: number, y: number, z: number, out: Colour): void {
    let share = 0;
    if (coat === 'spots')
      for (const [mx, my, mz, size] of marks)
        share = Math.max(share, smooth(size + 0.03, size - 0.03, Math.hypot(x - mx, y - my, z - mz)));
    else if (coat === 'stripes')
      share = smooth(-0.05, 0.25, Math.sin(y * 13 + Math.abs(x) * 3.5)) * smooth(-0.15, 0.3, z + Math.abs(x) * 0.55);
    else if (coat === 'dip') share = smooth(0.15, -0.75, y) * 0.95;
    tint(out, second, share);
  }
  const trunkPattern = (x: number, y: number, z: number, base: Colour, out: Paint): void => {
    set(out, base);
    mark(x / ta, y / tb, z / build.trunk[2], out);
    const belly = Math.hypot(x / (ta * 0.66), (y + tb * 0.2) / (tb * 0.68));
    tint(out, cream, z < 0 ? smooth(1.05, 0.93, belly) : 0);
  };
  const skullPattern = (x: number, y: number, z: number, base: Colour, out: Paint): void => {
    set(out, base);
    const front = z < 0 ? 1 : 0;
    if (coat !== 'dip') mark(x / sa, y / sb - 0.35, z / build.skull[2] + 0.1, out);
    const cheek = Math.hypot((Math.abs(x) - sa * 0.62) / 0.2, (y + sb * 0.22) / 0.14);
    tint(out, blush, front * smooth(1.15, 0.2, cheek) * 0.8);
  };

  const felt = { shine: 0.1, polish: 9, soft: 0.4, fuzz: 0.05 };
  const fur: Material = { ...felt, colour: furColour };
  return {
    build,
    eyes,
    topper,
    teeth,
    coat,
    tail,
    wear,
    hue,
    trimHue,
    furColour,
    materials: {
      fur,
      trunk: { ...felt, colour: furColour, pattern: trunkPattern } as Material,
      skull: { ...felt, colour: furColour, pattern: skullPattern } as Material,
      second: { ...felt, colour: second } as Material,
      cream: { ...felt, colour: cream, fuzz: 0.022 } as Material,
      lip: { ...felt, colour: cream, fuzz: 0.01 } as Material,
      pink: { ...felt, colour: oklch(0.74, 0.12, 15), fuzz: 0.02 } as Material,
      nose: { colour: oklch(0.5, 0.17, 20), shine: 0.75, polish: 50, soft: 0.3 } as Material,
      throat: { colour: oklch(0.26, 0.1, 15), shine: 0.15, polish: 16 } as Material,
      tongue: { colour: oklch(0.64, 0.18, 15), shine: 0.4, polish: 26, soft: 0.5 } as Material,
      tooth: { colour: colour(0.9, 0.88, 0.8), shine: 0.6, polish: 60, soft: 0.3 } as Material,
      brow: { colour: scale(second, 0.45), shine: 0.1, polish: 9, soft: 0.3, fuzz: 0.014 } as Material,
      horn: { colour: oklch(0.86, 0.07, 80), shine: 0.4, polish: 30, soft: 0.4, pattern: rings } as Material,
      leaf: { colour: oklch(0.66, 0.17, 135), shine: 0.4, polish: 26, soft: 0.6 } as Material,
      bulb: { colour: oklch(0.86, 0.14, trimHue), shine: 0.4, polish: 40, glow: 0.9, soft: 0.8 } as Material,
      wool: {
        colour: oklch(0.6, 0.2, trimHue),
        shine: 0.06,
        polish: 8,
        soft: 0.3,
        fuzz: 0.025,
        pattern: knit,
      } as Material,
      cloth: { colour: oklch(0.62, 0.2, trimHue), shine: 0.2, polish: 14, soft: 0.3 } as Material,
      petal: { colour: oklch(0.93, 0.04, trimHue), shine: 0.15, polish: 12, soft: 0.5 } as Material,
      pollen: { colour: oklch(0.8, 0.17, 80), shine: 0.1, polish: 10, soft: 0.4, fuzz: 0.02 } as Material,
    },
    iris: oklch(0.68, 0.15, random.pick([65, 150, 200, hue + 180])),
    plump: random.range(0.97, 1.08),
  };
}

export type CreatureLooks = ReturnType<typeof drawCreatureLooks>;

/** A point on the front of an ellipsoid, given by shares of its width and height. */
export function onFront([a, b, c]: readonly [number, number, number] | Vector, x: number, y: number, out = 0): Vector {
  return [a * x, b * y, -c * Math.sqrt(Math.max(0, 1 - x * x - y * y)) - out];
}

function knit(x: number, y: number, z: number, base: Colour, out: Paint): void {
  const band = smooth(-0.15, 0.15, Math.sin(Math.atan2(z, x) * 12 + y * 14));
  const stitch = 0.86 + 0.14 * Math.sin(y * 60) * Math.sin(Math.atan2(z, x) * 60);
  out.r = (base.r + (0.9 - base.r) * band) * stitch;
  out.g = (base.g + (0.86 - base.g) * band) * stitch;
  out.b = (base.b + (0.78 - base.b) * band) * stitch;
}

function rings(_x: number, y: number, _z: number, base: Colour, out: Paint): void {
  const tone = 0.72 + 0.28 * smooth(-0.4, 0.5, Math.sin(y * 42));
  out.r = base.r * tone;
  out.g = base.g * tone * tone;
  out.b = base.b * tone * tone;
}

function set(out: Colour, from: Colour): void {
  out.r = from.r;
  out.g = from.g;
  out.b = from.b;
}

function tint(out: Colour, to: Colour, share: number): void {
  out.r += (to.r - out.r) * share;
  out.g += (to.g - out.g) * share;
  out.b += (to.b - out.b) * share;
}
