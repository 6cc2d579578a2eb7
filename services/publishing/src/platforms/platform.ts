export { isPlatform, type Platform, platformNames as titles, platforms } from '@reelwright/product';

/** How far a platform is switched on here: not at all, against the sandbox, for private posts, for everyone. */
export type Level = 'off' | 'sandbox' | 'private-only' | 'live';
