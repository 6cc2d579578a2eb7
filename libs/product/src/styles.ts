import { memberOf } from './closed-set.ts';

/** What a video can look like, in the order the styles are shown. */
export const styles = ['v1', 'v2', 'v3', 'v4', 'v5', 'v6', 'v7', 'v8'] as const;
export type Style = (typeof styles)[number];

export const styleNames: Readonly<Record<Style, string>> = {
  v1: 'Glass Squish',
  v2: 'Drone World Tour',
  v3: 'Earth Zoom',
  v4: 'Room Reveal Explosion',
  v5: 'Animated Pixar-Style',
  v6: 'Animated Speech',
  v7: 'Fantasy Food ASMR',
  v8: 'Urban Rush',
};

export const isStyle = memberOf(styles);
