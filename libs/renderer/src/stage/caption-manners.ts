import type { Style } from '@reelwright/product';

/**
 * How a caption is set. `film` is a subtitle with a soft shadow; `kinetic` is big words that jump in one by one; `label` is
 * handwriting on strips of paper.
 */
export type MannerName = 'film' | 'kinetic' | 'label';

export interface Manner {
  name: MannerName;
  /** Where its captions are placed: `top` starts at the upper edge of the safe area, `bottom` ends at the lower one. */
  anchor: 'top' | 'bottom';
  align: 'left' | 'middle';
  /** Font size as a share of the size that the caption asks for: the three typefaces are not equally large. */
  scale: number;
  /** Lengths in shares of the font size. */
  line: number;
  space: number;
  padX: number;
  padY: number;
  /** Radians that a line may be tilted by. */
  tilt: number;
  /** Seconds between two words of a caption that is not spoken. */
  stagger: number;
}

export const manners: Record<MannerName, Manner> = {
  film: {
    name: 'film',
    anchor: 'bottom',
    align: 'middle',
    scale: 0.94,
    line: 1.26,
    space: 0.25,
    padX: 0.2,
    padY: 0.32,
    tilt: 0,
    stagger: 0.07,
  },
  kinetic: {
    name: 'kinetic',
    anchor: 'top',
    align: 'middle',
    scale: 1.42,
    line: 1.26,
    space: 0.3,
    padX: 0.14,
    padY: 0.12,
    tilt: 0,
    stagger: 0.2,
  },
  label: {
    name: 'label',
    anchor: 'top',
    align: 'left',
    scale: 1.32,
    line: 1.3,
    space: 0.24,
    padX: 0.34,
    padY: 0.08,
    tilt: 0.026,
    stagger: 0.06,
  },
};

/** Landscapes are told in subtitles, rhythm and speed in jumping words, and small made things carry a label. */
export const mannerOf: Record<Style, Manner> = {
  v1: manners.kinetic,
  v2: manners.film,
  v3: manners.film,
  v4: manners.label,
  v5: manners.label,
  v6: manners.kinetic,
  v7: manners.label,
  v8: manners.kinetic,
};
