import type { Solid } from '../../stage/solid.ts';

/** A dish and the timing of its story. */
export interface Dish {
  solids: Solid[];
  pose(time: number): void;
  /** Height of its top when finished; the camera aims at it. */
  top: number;
  hue: number;
  /** Times: each layer lands, the sauce flows, the finale. */
  lands: readonly number[];
  pours: { starts: number; ends: number };
  finale: number;
  posterAt: number;
  hooks: readonly string[];
  lines: readonly string[];
  /** Height and start time of the steam of a hot dish. */
  steam?: { y: number; from: number };
  sauce: 'thin' | 'thick';
  /** Distance of the camera at the start, during the pour, and at the end. */
  distances: readonly [number, number, number];
}
