import type { Colour } from './colour.ts';
import { apply, type Matrix, product, rotation, transposed, type Vector } from './matrix.ts';

/** What a surface is made of. */
export interface Material {
  colour: Colour;
  /** Strength of highlights and reflections, 0 (felt) to 1 (glazed). */
  shine: number;
  /** Size of the highlight: 8 is wide and soft, 200 a pinpoint. */
  polish: number;
  /** Light of its own. */
  glow?: number;
  /** How far light creeps round the edge into the shade: skin, jelly and wax have more than wood. */
  soft?: number;
  /** Length of the hair: 0.02 is felt, 0.06 fur. It shows at the outline, in the roots' shade and as a glow at the edge. */
  fuzz?: number;
  /** Changes the colour (and perhaps the shine) by place, in the shape's own coordinates. */
  pattern?: (x: number, y: number, z: number, base: Colour, out: Paint) => void;
}

/** What a pattern writes: the colour of a place, and how much of the material's shine it has. */
export interface Paint extends Colour {
  gloss: number;
}

/** A limb of a figure: everything in it moves together. Change its fields between frames. */
export interface Group {
  position: Vector;
  turn: Vector;
  scale: Vector;
  parent?: Group;
}

/**
 * One lump of clay. Sizes by kind: `ball` half-axes; `box` half-edges; `can` radius and half-height (upright);
 * `ring` radius and thickness (lying); `arch` the same, upper half only, standing; `rod` lower radius, half-length, upper radius.
 */
export interface Lump {
  kind: 'ball' | 'box' | 'can' | 'ring' | 'arch' | 'rod';
  at: Vector;
  size: Vector;
  material: Material;
  turn?: Vector;
  round?: number;
  /** Radius of the fillet to everything listed before it. */
  blend?: number;
  /** Taken away from everything listed before it. */
  carve?: boolean;
  group?: Group;
}

/** A lump's place in the set: its centre, the way from the set's coordinates into its own, and a ball around it. */
export interface Placement {
  place: Vector;
  matrix: Matrix;
  /** A distance in its own coordinates is at least this much in the set's. */
  factor: number;
  radius: number;
}

/** Follows a lump through its groups to its place in the set. */
export function placed(lump: Lump): Placement {
  let matrix: Matrix = transposed(rotation(lump.turn ?? [0, 0, 0]));
  let place: Vector = lump.at;
  let factor = 1;
  let growth = 1;
  for (let group = lump.group; group; group = group.parent) {
    const turn = rotation(group.turn);
    const [sx, sy, sz] = group.scale;
    const moved = apply(turn, [place[0] * sx, place[1] * sy, place[2] * sz]);
    place = [moved[0] + group.position[0], moved[1] + group.position[1], moved[2] + group.position[2]];
    const back = transposed(turn);
    const shrink: Matrix = [
      back[0] / sx,
      back[1] / sx,
      back[2] / sx,
      back[3] / sy,
      back[4] / sy,
      back[5] / sy,
      back[6] / sz,
      back[7] / sz,
      back[8] / sz,
    ];
    matrix = product(matrix, shrink);
    factor *= Math.min(sx, sy, sz);
    growth *= Math.max(sx, sy, sz);
  }
  return { place, matrix, factor, radius: reach(lump) * growth };
}

/** Radius of a ball around the lump. */
function reach({ kind, size, round = 0 }: Lump): number {
  const [a, b, c] = size;
  if (kind === 'ball') return Math.max(a, b, c);
  if (kind === 'box') return Math.hypot(a, b, c) + round * 0.1;
  if (kind === 'can') return Math.hypot(a, b);
  if (kind === 'rod') return b + Math.max(a, c);
  return a + b;
}
