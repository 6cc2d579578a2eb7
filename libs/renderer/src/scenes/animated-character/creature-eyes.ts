import { type Colour, scale } from '../../stage/colour.ts';
import { smooth } from '../../stage/easing.ts';
import type { Group, Lump, Material, Paint } from '../../stage/lump.ts';
import type { Vector } from '../../stage/matrix.ts';
import { type CreatureLooks, onFront } from './creature-looks.ts';

/** One eye: a ball with painted iris, pupil, glints and lids. Painted parts have no geometric edges that could show gaps. */
export interface Eye {
  /** Unit vector in the head's coordinates. */
  gaze: Vector;
  /** Lids: 0 open, 1 shut. The lower lid rises with a smile. */
  upper: number;
  lower: number;
  /** Pupil size: 1 is normal, larger shows delight. */
  pupil: number;
  at: Vector;
  lump: Lump;
}

/** The eyes of a creature and the lumps around them. */
export function createEyes(looks: CreatureLooks, head: Group): { eyes: Eye[]; lumps: Lump[] } {
  const { skull } = looks.build;
  const lumps: Lump[] = [];
  const places: { at: Vector; size: Vector }[] =
    looks.eyes === 'one'
      ? [{ at: onFront(skull, 0, 0.38, -0.14), size: [0.38, 0.38, 0.27] }]
      : [-1, 1].map((side) =>
          looks.eyes === 'frog'
            ? {
                at: [side * skull[0] * 0.46, skull[1] * 0.86, -skull[2] * 0.34] as Vector,
                size: [0.27, 0.27, 0.24] as Vector,
              }
            : { at: onFront(skull, side * 0.385, 0.32, -0.1), size: [0.25, 0.285, 0.2] as Vector },
        );
  const eyes = places.map(({ at, size }): Eye => {
    if (looks.eyes === 'frog')
      lumps.push({
        kind: 'ball',
        at: [at[0], at[1] - 0.03, at[2] + 0.09],
        size: [0.31, 0.31, 0.28],
        material: looks.materials.fur,
        blend: 0.14,
        group: head,
      });
    const eye: Eye = { gaze: [0, 0, -1], upper: 0.1, lower: 0, pupil: 1, at, lump: null as never };
    const material: Material = {
      colour: { r: 0.92, g: 0.91, b: 0.88 },
      shine: 0.7,
      polish: 110,
      soft: 0.25,
      pattern: (x, y, z, base, out) =>
        paintEye(eye, x / size[0], y / size[1], z / size[2], base, out, looks.iris, lid, lash),
    };
    eye.lump = { kind: 'ball', at, size, material, group: head };
    return eye;
  });
  const lid = scale(looks.furColour, 0.82);
  const lash = scale(looks.furColour, 0.1);
  lumps.push(...eyes.map(({ lump }) => lump));
  return { eyes, lumps };
}

function paintEye(
  { gaze, upper, lower, pupil }: Eye,
  x: number,
  y: number,
  z: number,
  white: Colour,
  out: Paint,
  iris: Colour,
  lid: Colour,
  lash: Colour,
): void {
  const distance = Math.hypot(x - gaze[0], y - gaze[1], z - gaze[2]);
  const inIris = smooth(0.64, 0.6, distance);
  // Light passes through the iris to its far side: it is brighter below, and dark at its rim and under the lid.
  const depth = (0.55 + 0.9 * smooth(0.25, -0.5, y - gaze[1])) * smooth(0.68, 0.5, distance) + 0.12;
  const inPupil = smooth(0.36 * pupil + 0.025, 0.36 * pupil - 0.025, distance);
  const shadow = 0.55 + 0.45 * smooth(0.0, -0.3, y - lidLine(x, upper));
  let r = (white.r + (iris.r * depth - white.r) * inIris) * (1 - inPupil * 0.985) * shadow;
  let g = (white.g + (iris.g * depth - white.g) * inIris) * (1 - inPupil * 0.985) * shadow;
  let b = (white.b + (iris.b * depth - white.b) * inIris) * (1 - inPupil * 0.98) * shadow;
  const glint = Math.max(
    smooth(0.2, 0.15, Math.hypot(x - gaze[0] + 0.24, y - gaze[1] - 0.28)),
    0.75 * smooth(0.1, 0.06, Math.hypot(x - gaze[0] - 0.2, y - gaze[1] + 0.24)),
  );
  r += (1.5 - r) * glint;
  g += (1.5 - g) * glint;
  b += (1.5 - b) * glint;
  const raised = -1.3 + lower * 1.55 - 0.55 * x * x;
  // A smiling eye closes from below: both lids follow the arch of the lower lid.
  const open = lidLine(x, upper);
  const top = open + (raised - open) * smooth(0.5, 0.95, lower);
  // When only the upper lid closes, the lower lid comes up to meet it.
  const meets = smooth(0.55, 1, upper) * 2.4 - 2.4;
  const bottom = Math.max(lower > 0.01 ? raised : -2, top + meets);
  const covered = Math.max(smooth(-0.03, 0.03, y - top), smooth(0.03, -0.03, y - bottom), z > 0.25 ? 1 : 0);
  r += (lid.r - r) * covered;
  g += (lid.g - g) * covered;
  b += (lid.b - b) * covered;
  const line = Math.max(top, bottom) === bottom && bottom > top - 0.05 ? bottom : top;
  const drawn = upper > 0.03 || lower > 0.5 ? smooth(0.095, 0.05, Math.abs(y - line)) * smooth(0.05, -0.1, z) : 0;
  out.r = r + (lash.r - r) * drawn;
  out.g = g + (lash.g - g) * drawn;
  out.b = b + (lash.b - b) * drawn;
  out.gloss = 1 - 0.92 * covered;
}

/** Height of the upper lid's edge: above the ball when open, a hanging curve when shut. */
function lidLine(x: number, upper: number): number {
  return 1.08 - upper * 1.38 - (0.28 - 0.55 * upper) * x * x;
}
