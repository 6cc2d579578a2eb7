import { captionLooks, leastContrast } from './caption-looks.ts';
import { fromHex, oklch } from './colour.ts';

describe('caption looks', () => {
  it('keep a contrast of 4.5:1 over black and over white with any brand colours', () => {
    const brands = ['#ff0000', '#000000', '#ffffff', '#00ff88', '#123456', '#ffe600'].map(fromHex);
    for (const look of captionLooks(brands)) expect(leastContrast(look)).toBeGreaterThanOrEqual(4.5);
  });

  it('use a brand colour only when white is readable on it', () => {
    expect(captionLooks([fromHex('#ffe600')])).toHaveLength(2);
    expect(captionLooks([oklch(0.3, 0.12, 260)])).toHaveLength(3);
  });
});
