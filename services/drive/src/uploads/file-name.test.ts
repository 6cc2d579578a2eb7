import { describe, expect, it } from '@jest/globals';
import { fileNameOf } from './file-name.ts';

describe('the name of a file', () => {
  it('is the time in UTC and the style', () => {
    expect(fileNameOf(new Date('2026-11-21T10:00:30+01:00'), 'v1')).toBe('2026-11-21 09.00 Glass Squish.mp4');
  });

  it('does without a style it does not know', () => {
    expect(fileNameOf(new Date('2026-01-02T03:04:05Z'), undefined)).toBe('2026-01-02 03.04 Reel.mp4');
  });
});
