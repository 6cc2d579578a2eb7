import { isStyle, type Style, styleNames, styles } from '@reelwright/product';

export interface VideoType {
  id: Style;
  name: string;
  /** The poster's content in words, for screen readers. */
  description: string;
}

const descriptions: Readonly<Record<Style, string>> = {
  v1: 'A press comes down on a soft jewel of red glass',
  v2: 'A river valley with a village and boats, seen from a drone',
  v3: 'Sunrise on the rim of the Earth, over the lights of towns',
  v4: 'A living room bursts out of a box, with confetti',
  v5: 'A fuzzy turquoise creature with horns waves among lights',
  v6: 'A cartoon host with headphones sings into a microphone',
  v7: 'Syrup runs down a tower of bright doughnuts',
  v8: 'A car races down a wet neon street',
};

export const videoTypes: readonly VideoType[] = styles.map((id) => ({
  id,
  name: styleNames[id],
  description: descriptions[id],
}));

export const videoTypeName = (id: string) => (isStyle(id) ? styleNames[id] : id);
export const samplePoster = (id: string) => `/reels/${id}.webp`;
export const sampleClip = (id: string) => `/reels/${id}.mp4`;
