import type { Vector } from '../../stage/matrix.ts';
import type { Part } from './room-kit.ts';

/** What a room is furnished with. Heavier things land first. */
export interface Furnishing {
  home: Vector;
  facing: number;
  weight: number;
  parts: Part[];
}

export interface FurnitureSet {
  pieces: Furnishing[];
  /** Where the lamp shines from when everything stands. */
  lampAt: Vector;
  /** Where the cat sits in the end. */
  perch: Vector;
  words: readonly string[];
}
