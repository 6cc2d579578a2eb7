import { describe, expect, it } from '@jest/globals';
import { fileNameOf } from './file-name.ts';

const nameAt = (at: Date, time_zone: string, title = '') =>
  fileNameOf({ publish_at: at, time_zone, title, video_type: 'v1' }, new Date(0));

describe('the name of a file', () => {
  it('is the time in its owner’s zone, and the style', () => {
    const at = new Date('2026-11-21T23:30:30Z');
    expect(nameAt(at, 'Europe/Rome')).toBe('2026-11-22 00.30 Glass Squish.mp4');
    expect(nameAt(at, 'America/New_York')).toBe('2026-11-21 18.30 Glass Squish.mp4');
    expect(nameAt(at, 'UTC')).toBe('2026-11-21 23.30 Glass Squish.mp4');
  });

  it('has the title in place of the style, without characters that a file system reserves', () => {
    const named = (title: string) => nameAt(new Date('2026-11-21T23:30:30Z'), 'UTC', title);
    expect(named('Süße 🍩')).toBe('2026-11-21 23.30 Süße 🍩.mp4');
    expect(named('a/b\\c: "<d>"|\u202ee?*')).toBe('2026-11-21 23.30 a b c d e.mp4');
    expect(named('a\u2028b\ud800c\u0007d')).toBe('2026-11-21 23.30 a b c d.mp4');
    for (const empty of ['/', '\u200b', '\ud800', `a${'\u0301'.repeat(150)}`])
      expect(named(empty)).toBe('2026-11-21 23.30 Glass Squish.mp4');
  });

  it('keeps the joiners and tags of words and emoji', () => {
    for (const title of ['👩‍👩‍👧 day', 'می‌خواهم', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 England', '❤️'])
      expect(nameAt(new Date('2026-11-21T23:30:30Z'), 'UTC', title)).toBe(`2026-11-21 23.30 ${title}.mp4`);
  });

  it('has 240 bytes at most, and whole characters only', () => {
    const named = (title: string) => nameAt(new Date('2026-11-21T23:30:30Z'), 'UTC', title);
    expect(named('字'.repeat(100))).toBe(`2026-11-21 23.30 ${'字'.repeat(73)}.mp4`);
    expect(Buffer.byteLength(named('字'.repeat(73)))).toBe(240);
    expect(named(`${'a'.repeat(210)} 👩‍👩‍👧`)).toBe(`2026-11-21 23.30 ${'a'.repeat(210)}.mp4`);
  });

  it('follows the rules of its zone', () => {
    const nameIn = (zone: string, at: string) => nameAt(new Date(at), zone);
    expect(nameIn('Australia/Lord_Howe', '2026-10-03T15:30:00Z')).toBe('2026-10-04 02.30 Glass Squish.mp4');
    expect(nameIn('Pacific/Apia', '2011-12-30T10:00:00Z')).toBe('2011-12-31 00.00 Glass Squish.mp4');
    expect(nameIn('Africa/Casablanca', '2026-03-01T09:00:00Z')).toBe('2026-03-01 09.00 Glass Squish.mp4');
  });

  it('is the time it was made, without a style, for an unknown video', () => {
    expect(fileNameOf(undefined, new Date('2026-01-02T03:04:05Z'))).toBe('2026-01-02 03.04 Reel.mp4');
  });
});
