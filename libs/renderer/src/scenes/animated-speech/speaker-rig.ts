import type { Group, Lump } from '../../stage/lump.ts';
import { reaching, type Vector } from '../../stage/matrix.ts';

/** Places a rod between two points. */
export function stretch(rod: Lump, from: Vector, to: Vector, thick: number, end = thick): void {
  const { at, turn, half } = reaching(from, to);
  rod.at = at;
  rod.turn = turn;
  rod.size = [thick, Math.max(0.001, half), end];
}

/** Rods that follow a curve; `lay` places them, given the points along it and its thickness there. */
export function createCurve(pieces: number, lump: Omit<Lump, 'kind' | 'at' | 'size'>) {
  const rods: Lump[] = Array.from({ length: pieces }, () => ({
    ...lump,
    kind: 'rod',
    at: [0, 0, 0],
    size: [0.01, 0.01, 0.01],
  }));
  function lay(point: (share: number) => Vector, thick: (share: number) => number): void {
    rods.forEach((rod, index) => {
      const [a, b] = [index / pieces, (index + 1) / pieces];
      stretch(rod, point(a), point(b), thick(a), thick(b));
    });
  }
  return { rods, lay };
}

/** Position of the elbow for a shoulder and a hand: two bones of these lengths, bent towards `pole`. */
export function elbowOf(shoulder: Vector, hand: Vector, upper: number, fore: number, pole: Vector): Vector {
  const along = hand.map((value, axis) => value - (shoulder[axis] as number)) as Vector;
  const length = Math.min(Math.hypot(...along), (upper + fore) * 0.999) || 1e-6;
  const unit = along.map((value) => value / Math.hypot(...along)) as Vector;
  const reach = (upper * upper - fore * fore + length * length) / (2 * length);
  const rise = Math.sqrt(Math.max(0, upper * upper - reach * reach));
  const dot = pole[0] * unit[0] + pole[1] * unit[1] + pole[2] * unit[2];
  const off = pole.map((value, axis) => value - dot * (unit[axis] as number)) as Vector;
  const size = Math.hypot(...off) || 1;
  return shoulder.map(
    (value, axis) => value + reach * (unit[axis] as number) + (rise * (off[axis] as number)) / size,
  ) as Vector;
}

export function groupAt(position: Vector, parent?: Group): Group {
  return { position, turn: [0, 0, 0], scale: [1, 1, 1], ...(parent ? { parent } : {}) };
}
