import type { Colour } from './colour.ts';

/** The material of a point on a solid; a solid's `paint` varies it over the surface. */
export interface Finish extends Colour {
  /** Strength of the reflecting clear coat: 0 felt, 1 glazed. */
  coat: number;
  /** Roughness of the reflection: 0 mirror, 1 matt. */
  rough: number;
  /** Subsurface scattering: sponge 0.3, icing 0.6, jelly 1. */
  soft: number;
  /** 1 for gold and silver: the reflection takes on the colour. */
  metal: number;
  /** Emitted light. */
  glow: number;
}

/** A clear material: the share of each colour left after a unit of length, and the share that is scattered back. */
export interface Clear {
  absorb: Colour;
  cloud: number;
}

/** A shape with a distance function in scene coordinates. Change its bounds and its state only between frames. */
export interface Solid {
  /** Bounding cylinder, upright: centre, radius, half-height. */
  bounds: { x: number; y: number; z: number; wide: number; tall: number };
  shown: boolean;
  distance(x: number, y: number, z: number): number;
  /** A simpler distance for shadows and occlusion; null for none. If undefined, `distance` is used. */
  hull?: ((x: number, y: number, z: number) => number) | null;
  /** True for a convex solid: it casts no shadow on itself. */
  convex?: boolean;
  finish: Finish;
  paint?(x: number, y: number, z: number, out: Finish): void;
  /** Height of small bumps, in scene units. */
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
