export interface VideoType {
  id: string;
  name: string;
  /** What the poster shows, for those who cannot see it. */
  description: string;
}

export const videoTypes: readonly VideoType[] = [
  { id: 'v1', name: 'Glass Squish', description: 'A press comes down on a soft glass jewel' },
  { id: 'v2', name: 'Drone World Tour', description: 'A river valley seen from a drone at first light' },
  { id: 'v3', name: 'Earth Zoom', description: 'Sunrise on the rim of the Earth, seen from orbit' },
  { id: 'v4', name: 'Room Reveal Explosion', description: 'A room bursts into furniture and confetti' },
  { id: 'v5', name: 'Animated Pixar-Style', description: 'A small blue creature in a snowy forest' },
  { id: 'v6', name: 'Animated Speech', description: 'A cartoon host speaks into a microphone' },
  { id: 'v7', name: 'Fantasy Food ASMR', description: 'Syrup runs down a stack of bright doughnuts' },
  { id: 'v8', name: 'Urban Rush', description: 'Light trails race down a wet neon street' },
];

export const videoTypeName = (id: string) => videoTypes.find((type) => type.id === id)?.name ?? id;
export const samplePoster = (id: string) => `/reels/${id}.webp`;
export const sampleClip = (id: string) => `/reels/${id}.mp4`;
