import type { CSSProperties } from 'react';

/** Cuts of one picture: where they are in it, in percent, and how much they enlarge it. */
const cuts: readonly (readonly [x: number, y: number, scale: number])[] = [
  [50, 50, 1],
  [22, 38, 1.5],
  [78, 58, 1.42],
  [50, 24, 1.65],
  [34, 72, 1.38],
  [66, 40, 1.8],
];

/** The cut of the picture for the video with this number, so that videos of one style do not look the same in a list. */
export function cutOf(number: number): CSSProperties {
  const [x, y, scale] = cuts[(number - 1) % cuts.length] ?? [50, 50, 1];
  return { transform: `scale(${scale})`, transformOrigin: `${x}% ${y}%` };
}

/** The part of the day as a class, which tints the picture: "at-evening". None at midday. */
export function partOfDay(time: string): string | undefined {
  const hour = Number(time.slice(0, 2));
  if (hour >= 20 || hour < 6) return 'at-night';
  if (hour >= 17) return 'at-evening';
  return hour < 11 ? 'at-morning' : undefined;
}
