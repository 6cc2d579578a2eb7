import { styles } from '@reelwright/product';
import { chooseVariant } from './choose-variant.ts';
import { templates } from './templates.ts';

describe.each(styles)('the renditions of %s', (style) => {
  const variantOf = (videoId: string, variation: number) =>
    chooseVariant(templates[style], { videoId, variation, style });

  it('are the same for the same video and variation, so that a retry requests the same', () => {
    for (const variation of [0, 1, 7, 1_000_000])
      expect(variantOf('video', variation)).toEqual(variantOf('video', variation));
  });

  it('never have the setting or the seed of the variation before', () => {
    for (const videoId of ['one', 'two', 'three']) {
      for (let variation = 1; variation < 30; variation++) {
        const [before, now] = [variantOf(videoId, variation - 1), variantOf(videoId, variation)];
        expect(now.setting).not.toBe(before.setting);
        expect(now.seed).not.toBe(before.seed);
      }
    }
  });

  it('use every choice', () => {
    const seen = Array.from({ length: 200 }, (_, index) => variantOf(`video-${index}`, 0));
    const { settings, angles, palettes, weathers } = templates[style];
    expect(new Set(seen.map(({ setting }) => setting))).toEqual(new Set(settings));
    expect(new Set(seen.map(({ angle }) => angle))).toEqual(new Set(angles));
    expect(new Set(seen.map(({ palette }) => palette))).toEqual(new Set(palettes));
    expect(new Set(seen.map(({ weather }) => weather))).toEqual(new Set(weathers));
  });

  it('have seeds of 32 bits', () => {
    for (let index = 0; index < 50; index++) {
      const { seed } = variantOf(`video-${index}`, 0);
      expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
    }
  });
});
