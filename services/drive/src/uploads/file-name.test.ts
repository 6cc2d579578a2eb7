import { describe, expect, it } from '@jest/globals';
import { fileNameOf } from './file-name.ts';

describe('the name of a file', () => {
  it('is the time where its owner reads it, and the style', () => {
    const at = new Date('2026-11-21T23:30:30Z');
    expect(fileNameOf(at, 'Europe/Rome', 'v1')).toBe('2026-11-22 00.30 Glass Squish.mp4');
    expect(fileNameOf(at, 'America/New_York', 'v1')).toBe('2026-11-21 18.30 Glass Squish.mp4');
    expect(fileNameOf(at, 'UTC', 'v1')).toBe('2026-11-21 23.30 Glass Squish.mp4');
  });

  it('does without a style it does not know', () => {
    expect(fileNameOf(new Date('2026-01-02T03:04:05Z'), 'UTC', undefined)).toBe('2026-01-02 03.04 Reel.mp4');
  });
});
