/** How much of a 1080 by 1920 picture an app covers with its own signs, in pixels from each edge. */
export interface Covered {
  app: string;
  top: number;
  bottom: number;
  left: number;
  /** The column of buttons. */
  right: number;
  source: string;
}

/** The figures differ between guides and versions of the apps; each row takes the wider one that was found. */
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

/** What every app leaves free: edges in pixels of the 1080 by 1920 picture. */
export const safeArea = {
  left: Math.max(...covered.map(({ left }) => left)),
  right: 1080 - Math.max(...covered.map(({ right }) => right)),
  top: Math.max(...covered.map(({ top }) => top)),
  bottom: 1920 - Math.max(...covered.map(({ bottom }) => bottom)),
};

/** The widest span that is safe and has its middle in the middle of the picture. */
export const middleSpan = (() => {
  const half = Math.min(540 - safeArea.left, safeArea.right - 540);
  return { left: 540 - half, right: 540 + half };
})();
