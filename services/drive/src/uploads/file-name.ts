/** What the styles are called, as people chose them. */
const styles: Readonly<Record<string, string>> = {
  v1: 'Glass Squish',
  v2: 'Drone World Tour',
  v3: 'Earth Zoom',
  v4: 'Room Reveal Explosion',
  v5: 'Animated Pixar-Style',
  v6: 'Animated Speech',
  v7: 'Fantasy Food ASMR',
  v8: 'Urban Rush',
};

/** Such as `2026-11-21 09.00 Glass Squish.mp4`, in UTC: sorts by time, and holds nothing a file system refuses. */
export function fileNameOf(at: Date, videoType: string | undefined): string {
  const [day = '', time = ''] = at.toISOString().split('T');
  return `${day} ${time.slice(0, 5).replace(':', '.')} ${styles[videoType ?? ''] ?? 'Reel'}.mp4`;
}
