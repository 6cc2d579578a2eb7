export type Platform = 'tiktok' | 'youtube' | 'facebook' | 'instagram';

export const platforms: readonly Platform[] = ['tiktok', 'youtube', 'facebook', 'instagram'];

export const platformNames: Record<Platform, string> = {
  tiktok: 'TikTok',
  youtube: 'YouTube',
  facebook: 'Facebook',
  instagram: 'Instagram',
};

export const isPlatform = (value: string | null): value is Platform => platforms.some((name) => name === value);
