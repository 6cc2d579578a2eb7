import { captionLooks, leastContrast } from './caption-looks.ts';
import { manners } from './caption-manners.ts';
import { fromHex, luminance, oklch } from './colour.ts';

describe.each(Object.values(manners))('the looks of the manner $name', ({ name }) => {
  it('keep a contrast of 4.5:1 over black and over white with any brand colours', () => {
    const brands = ['#ff0000', '#000000', '#ffffff', '#00ff88', '#123456', '#ffe600', '#7f7f7f'];
    for (const accents of [[], ...brands.map((hex) => [fromHex(hex)]), brands.map(fromHex)])
      for (const look of captionLooks(name, accents, 120))
        expect(leastContrast(look, name)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('a brand colour', () => {
  it('lights a word as it is where it can be read, and lighter where it is too dark', () => {
    const yellow = fromHex('#ffe600');
    expect(captionLooks('kinetic', [yellow])[0]?.mark).toEqual(yellow);
    const navy = oklch(0.3, 0.12, 260);
    const [look] = captionLooks('kinetic', [navy]);
    expect(luminance(look?.mark ?? navy)).toBeGreaterThan(luminance(navy));
  });

  it('is the strip of the trade if white can be read on it', () => {
    const navy = oklch(0.3, 0.12, 260);
    expect(captionLooks('label', [navy])[0]?.tradeGround).toEqual(navy);
  });
});
