import type { Vector } from '../../stage/matrix.ts';
import type { Part } from './room-kit.ts';

/** A piece of furniture before it gets its times. Heavier pieces land first. */
export interface Furnishing {
  home: Vector;
  facing: number;
  weight: number;
  parts: Part[];
}

export interface FurnitureSet {
  pieces: Furnishing[];
  /** Position of the lamp's light after the landing. */
  lampAt: Vector;
  /** The place where the cat sits at the end. */
  perch: Vector;
  words: readonly string[];
}
