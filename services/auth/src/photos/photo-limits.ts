/** A photo as it is kept: a square of WebP. */
export const PHOTO_SIDE = 256;
export const LARGEST_PIXELS = 40_000_000;

/** How the process that makes a photo ends. */
export const EXIT = { done: 0, unreadable: 10, tooLarge: 11 } as const;
