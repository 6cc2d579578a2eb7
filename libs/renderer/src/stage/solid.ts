import type { Colour } from './colour.ts';

/** What a place on a solid is made of; a solid's `paint` changes it from place to place. */
export interface Finish extends Colour {
  /** Strength of the clear coat that mirrors lamps and room: 0 felt, 1 glazed. */
  coat: number;
  /** 0 a mirror, 1 matt: how far the mirrored lamps are spread. */
  rough: number;
  /** How far light creeps round the edge and through thin parts: sponge 0.3, icing 0.6, jelly 1. */
  soft: number;
  /** 1 for gold and silver: the mirror image takes the colour. */
  metal: number;
  /** Light of its own. */
  glow: number;
}

/** Matter that lets light through: what is left of each colour after a unit of length, and how much comes back on the way. */
export interface Clear {
  absorb: Colour;
  cloud: number;
}

/** A thing with a distance function in the coordinates of the set. Change its bounds and what it closes over between frames. */
export interface Solid {
  /** An upright can around it: centre, radius, half-height. */
  bounds: { x: number; y: number; z: number; wide: number; tall: number };
  shown: boolean;
  distance(x: number, y: number, z: number): number;
  /** A plainer distance for shade and corners; null: it throws none. Without it the fine one is asked. */
  hull?: ((x: number, y: number, z: number) => number) | null;
  /** It cannot shade itself but by turning away. */
  convex?: boolean;
  finish: Finish;
  paint?(x: number, y: number, z: number, out: Finish): void;
  /** Height of small bumps, in the set's lengths. */
  bumps?(x: number, y: number, z: number): number;
  clear?: Clear;
}

export interface SolidHit {
  distance: number;
  index: number;
  nx: number;
  ny: number;
  nz: number;
}
