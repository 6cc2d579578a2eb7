import type { Solid } from '../../stage/solid.ts';

/** Something to eat and what happens to it. */
export interface Dish {
  solids: Solid[];
  pose(time: number): void;
  /** Height of its top when it is finished, and of what the eye should rest on. */
  top: number;
  hue: number;
  /** When things fall into place, when the sauce flows, and when the last thing happens. */
  lands: readonly number[];
  pours: { starts: number; ends: number };
  finale: number;
  posterAt: number;
  hooks: readonly string[];
  lines: readonly string[];
  /** Where steam rises from and when, if it is hot. */
  steam?: { y: number; from: number };
  sauce: 'thin' | 'thick';
  /** Distance of the camera at the start, while it pours, and at the end. */
  distances: readonly [number, number, number];
}
