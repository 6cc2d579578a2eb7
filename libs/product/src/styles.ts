import { memberOf } from './closed-set.ts';

/** The looks of a video, in the order they are shown. */
export const styles = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8'] as const;
export type Style = (typeof styles)[number];

export const styleNames = {
  v1: 'Glass Squish',
  v2: 'Drone World Tour',
  v3: 'Earth Zoom',
  v4: 'Room Reveal Explosion',
  v5: 'Animated Pixar-Style',
  v6: 'Animated Speech',
  v7: 'Fantasy Food ASMR',
  v8: 'Urban Rush',
} as const satisfies Record<Style, string>;

export const isStyle = memberOf(styles);
