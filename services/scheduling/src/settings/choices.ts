export const VIDEO_TYPES: Readonly<Record<string, string>> = {
  v1: 'Glass Squish',
  v2: 'Drone World Tour',
  v3: 'Earth Zoom',
  v4: 'Room Reveal Explosion',
  v5: 'Animated Pixar-Style',
  v6: 'Animated Speech',
  v7: 'Fantasy Food ASMR',
  v8: 'Urban Rush',
};

export const PLATFORMS = ['tiktok', 'youtube', 'facebook', 'instagram'] as const;
