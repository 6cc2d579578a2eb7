/** Where videos go. */
export const platforms = ['tiktok', 'youtube', 'facebook', 'instagram'] as const;
export type Platform = (typeof platforms)[number];

/** How far a platform is switched on here: not at all, against the sandbox, for private posts, for everyone. */
export type Level = 'off' | 'sandbox' | 'private-only' | 'live';

/** The names people know. */
export const titles: Readonly<Record<Platform, string>> = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  facebook: 'Facebook',
  instagram: 'Instagram',
};

export function isPlatform(name: string): name is Platform {
  return (platforms as readonly string[]).includes(name);
}
