import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { styles } from '@reelwright/product';
import type { StyleLooks } from '../bench/look-at-style.ts';

describe.each(styles)('style %s', (style) => {
  let looks: StyleLooks;
  beforeAll(() => {
    const script = join(import.meta.dirname, '../bench/look-at-style.ts');
    looks = JSON.parse(execFileSync(process.execPath, [script, style], { encoding: 'utf8' }));
  }, 60_000);

  it('has dark, middle and light tones in every picture', () => {
    expect(looks.zones).toBeGreaterThanOrEqual(3);
  });

  it('moves in every half second', () => {
    expect(looks.motion).toBeGreaterThan(1);
  });

  it('looks different for another video', () => {
    expect(looks.difference).toBeGreaterThan(12);
  });
});
