export interface VideoType {
  id: string;
  name: string;
  /** What the poster shows, for those who cannot see it. */
  description: string;
}

export const videoTypes: readonly VideoType[] = [
  { id: 'v1', name: 'Glass Squish', description: 'A press comes down on a soft jewel of red glass' },
  { id: 'v2', name: 'Drone World Tour', description: 'A river valley with a village and boats, seen from a drone' },
  { id: 'v3', name: 'Earth Zoom', description: 'Sunrise on the rim of the Earth, over the lights of towns' },
  { id: 'v4', name: 'Room Reveal Explosion', description: 'A living room bursts out of a box, with confetti' },
  { id: 'v5', name: 'Animated Pixar-Style', description: 'A fuzzy turquoise creature with horns waves among lights' },
  { id: 'v6', name: 'Animated Speech', description: 'A cartoon host with headphones sings into a microphone' },
  { id: 'v7', name: 'Fantasy Food ASMR', description: 'Syrup runs down a tower of bright doughnuts' },
  { id: 'v8', name: 'Urban Rush', description: 'A car races down a wet neon street' },
];

export const videoTypeName = (id: string) => videoTypes.find((type) => type.id === id)?.name ?? id;
export const samplePoster = (id: string) => `/reels/${id}.webp`;
export const sampleClip = (id: string) => `/reels/${id}.mp4`;
