import { loudnessOf } from './loudness.ts';

const RATE = 48_000;

function sine(decibels: number, hertz: number, seconds: number): Float32Array {
  const peak = 10 ** (decibels / 20);
  return Float32Array.from({ length: seconds * RATE }, (_, n) => peak * Math.sin((n / RATE) * hertz * 2 * Math.PI));
}

describe('loudness', () => {
  // EBU Tech 3341, test signals 1 and 2: a stereo sine of 1 kHz at n dBFS reads n LUFS, within 0.1.
  it.each([-23, -33])('of a stereo sine of 1 kHz at %d dBFS is the same number of LUFS', (level) => {
    const tone = sine(level, 1_000, 8);
    expect(Math.abs(loudnessOf(tone, tone) - level)).toBeLessThan(0.1);
  });

  // EBU Tech 3341, test signal 3, shortened: quiet passages are gated.
  it('leaves out passages far below the rest', () => {
    const tone = new Float32Array(24 * RATE);
    tone.set(sine(-36, 1_000, 2), 0);
    tone.set(sine(-23, 1_000, 20), 2 * RATE);
    tone.set(sine(-36, 1_000, 2), 22 * RATE);
    expect(Math.abs(loudnessOf(tone, tone) + 23)).toBeLessThan(0.1);
  });

  it('of silence is -Infinity', () => {
    expect(loudnessOf(new Float32Array(RATE), new Float32Array(RATE))).toBe(Number.NEGATIVE_INFINITY);
  });
});
