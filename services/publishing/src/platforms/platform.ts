export { isPlatform, type Platform, platformNames as titles, platforms } from '@reelwright/product';

/** How far a platform is switched on here: not at all, against the sandbox, for private posts, for everyone. */
export const levels = ['off', 'sandbox', 'private-only', 'live'] as const;
export type Level = (typeof levels)[number];
