/** The part of a 1080x1920 picture that an app covers with its controls and text, in pixels from each edge. */
export interface Covered {
  app: string;
  top: number;
  bottom: number;
  left: number;
  /** The column of buttons. */
  right: number;
  source: string;
}

/** Guides and app versions differ; each row has the largest figure found. */
export const covered: readonly Covered[] = [
  {
    app: 'TikTok',
    ...{ top: 150, bottom: 440, left: 60, right: 162 },
    source: 'adfuseai.com TikTok specs: 150, 440; tikadtools.com 2026: buttons 15 % of the width; left from memory',
  },
  {
    app: 'Instagram Reels',
    ...{ top: 269, bottom: 672, left: 65, right: 65 },
    source: 'Meta Ads Guide (Reels): 14 % top, 35 % bottom, 6 % each side; as quoted by houseofmarketers.com',
  },
  {
    app: 'Facebook Reels',
    ...{ top: 269, bottom: 672, left: 65, right: 65 },
    source: 'the same sentence of the Meta Ads Guide; one standard for both since March 2026 (primores.org)',
  },
  {
    app: 'YouTube Shorts',
    ...{ top: 288, bottom: 672, left: 48, right: 192 },
    source: 'Google Ads Help, vertical video overlay: from memory; youraithumbnailgenerator.com has 25 % at the bottom',
  },
];

/** The area that no app covers: its edges in pixels of the 1080x1920 picture. */
export const safeArea = {
  left: Math.max(...covered.map(({ left }) => left)),
  right: 1080 - Math.max(...covered.map(({ right }) => right)),
  top: Math.max(...covered.map(({ top }) => top)),
  bottom: 1920 - Math.max(...covered.map(({ bottom }) => bottom)),
};

/** The widest safe span that is centred in the picture. */
export const middleSpan = (() => {
  const half = Math.min(540 - safeArea.left, safeArea.right - 540);
  return { left: 540 - half, right: 540 + half };
})();
