import { memberOf } from './closed-set.ts';
import type { Tier } from './plans.ts';

/** Whether a plan has its owner's logo and colours on the videos: the custom branding of elite. */
export const hasBranding: Readonly<Record<Tier, boolean>> = { free: false, starter: false, pro: false, elite: true };

/** The corners that a logo may be in. */
export const logoCorners = ['top_left', 'top_right', 'bottom_left', 'bottom_right'] as const;
export type LogoCorner = (typeof logoCorners)[number];

/** The corner before its owner has chosen one. */
export const DEFAULT_CORNER: LogoCorner = 'top_left';

export const isLogoCorner = memberOf(logoCorners);

export const MOST_PALETTE_COLOURS = 3;
/** The largest file of a logo, its largest side, and the least that its longer side has. */
export const LOGO_LIMITS = { bytes: 512 * 1024, mostPixels: 4_096, leastPixels: 100 } as const;

/** The size of a video, which the places of a logo refer to. */
export const VIDEO_SIZE = { width: 1_080, height: 1_920 } as const;

/** What a logo is scaled to fit into, in pixels of the video. */
export const LOGO_FRAME = { width: 320, height: 160 } as const;

/** The part of a video that no platform covers with its texts and buttons; the renderer's captions stay in it, too. */
const CLEAR = { left: 66, top: 288, right: 888, bottom: 1_248 } as const;

/** Where a logo of this size, which fits into the frame, is placed in the video. */
export function logoPlace(corner: LogoCorner, logo: { readonly width: number; readonly height: number }) {
  const { isTop, isLeft } = edgesOf(corner);
  return {
    x: isLeft ? CLEAR.left : CLEAR.right - logo.width,
    y: isTop ? CLEAR.top : CLEAR.bottom - logo.height,
  };
}

/** The edges that meet at a corner. */
export const edgesOf = (corner: LogoCorner) => ({
  isTop: corner === 'top_left' || corner === 'top_right',
  isLeft: corner === 'top_left' || corner === 'bottom_left',
});
