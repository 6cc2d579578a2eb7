import { describe, expect, it } from '@jest/globals';
import { videoKindOf } from './video-kind.ts';

const iso = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0`, 'latin1');

describe('the kind of a file', () => {
  it.each([
    ['mp4', iso('isom')],
    ['mp4', iso('mp42')],
    ['mov', iso('qt  ')],
    ['avi', Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1')],
  ])('is %s', (kind, head) => {
    expect(videoKindOf(head)).toBe(kind);
  });

  it.each([
    ['a HEIC picture', iso('heic')],
    ['an AVIF picture', iso('avif')],
    ['an M4A song', iso('M4A ')],
    ['a WAV file', Buffer.from('RIFF\x10\0\0\0WAVEfmt ', 'latin1')],
    ['a web page', Buffer.from('<!doctype html><html>')],
    ['a WebM file', Buffer.from('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f', 'latin1')],
    ['too little', Buffer.from('ftyp')],
    ['nothing', Buffer.alloc(0)],
  ])('is refused for %s', (_what, head) => {
    expect(() => videoKindOf(head)).toThrow(/MP4, MOV or AVI/);
  });
});
