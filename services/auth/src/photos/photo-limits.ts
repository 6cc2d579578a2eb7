/** Side of a stored photo, a WebP square. */
export const PHOTO_SIDE = 256;
export const MAX_PIXELS = 40_000_000;

/** Exit codes of the process that decodes a photo. */
export const EXIT = { done: 0, unreadable: 10, tooLarge: 11 } as const;
