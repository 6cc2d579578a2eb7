import type { Colour } from './colour.ts';
import { apply, type Matrix, product, rotation, transposed, type Vector } from './matrix.ts';

/** The material of a surface. */
export interface Material {
  colour: Colour;
  /** Strength of highlights and reflections, 0 (felt) to 1 (glazed). */
  shine: number;
  /** Specular exponent: 8 is a wide, soft highlight, 200 a pinpoint. */
  polish: number;
  /** Emitted light. */
  glow?: number;
  /** Wrap of the diffuse light beyond the terminator: more for skin, jelly and wax than for wood. */
  soft?: number;
  /** Length of the hair: 0.02 is felt, 0.06 fur. It shows at the outline, as dark roots and as a glow at the edge. */
  fuzz?: number;
  /** How dark the roots of the hair are: 1 for fur, less for felt, whose roots do not show. */
  roots?: number;
  /** Varies the colour, and optionally the shine, over the surface, in the shape's own coordinates. */
  pattern?: (x: number, y: number, z: number, base: Colour, out: Paint) => void;
}

/** Output of a pattern: the colour of a point and its share of the material's shine. */
export interface Paint extends Colour {
  gloss: number;
}

/** A transform that all lumps in the group share, such as a limb of a figure. Change its fields only between frames. */
export interface Group {
  position: Vector;
  turn: Vector;
  scale: Vector;
  parent?: Group;
}

/**
 * One lump of clay. `size` by kind: `ball` half-axes; `box` half-edges; `can` (upright) radius and half-height; `ring`
 * (horizontal) radius and thickness; `arch` (vertical upper half of a ring) the same; `rod` lower radius, half-length, upper
 * radius.
 */
export interface Lump {
  kind: 'ball' | 'box' | 'can' | 'ring' | 'arch' | 'rod';
  at: Vector;
  size: Vector;
  material: Material;
  turn?: Vector;
  round?: number;
  /** Radius of the fillet to all lumps listed before it. */
  blend?: number;
  /** True: it is subtracted from all lumps listed before it. */
  carve?: boolean;
  group?: Group;
}

/** A lump in scene coordinates: its centre, the matrix from scene coordinates to its own, and its bounding sphere. */
export interface Placement {
  place: Vector;
  matrix: Matrix;
  /** A distance in its own coordinates, times this factor, is a lower bound in scene coordinates. */
  factor: number;
  radius: number;
}

/** Applies the lump's groups; returns its placement in the scene. */
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

/** Radius of the lump's bounding sphere. */
function reach({ kind, size, round = 0 }: Lump): number {
  const [a, b, c] = size;
  if (kind === 'ball') return Math.max(a, b, c);
  if (kind === 'box') return Math.hypot(a, b, c) + round * 0.1;
  if (kind === 'can') return Math.hypot(a, b);
  if (kind === 'rod') return b + Math.max(a, c);
  return a + b;
}
