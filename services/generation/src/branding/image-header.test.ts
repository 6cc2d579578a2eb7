import { readImageHeader } from './image-header.ts';

const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex');
const riff = (chunk: string, data: string) =>
  Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), Buffer.from(chunk, 'latin1'), hex(`00000000 ${data}`)]);
const PNG = '89504e470d0a1a0a 0000000d 49484452 00000190 00000064 0806000000';
// A segment of an application, a table of Huffman codes, a fill byte, then the frame header.
const JPEG = 'ffd8 ffe0 0004 0000 ffc4 0003 00 ff ffc2 0011 08 0064 0190 03';

it.each([
  ['a PNG', hex(PNG), 'png_pipe'],
  ['a progressive JPEG', hex(JPEG), 'jpeg_pipe'],
  ['a lossy WebP', riff('VP8 ', '000000 9d012a 9001 6400'), 'webp_pipe'],
  ['a lossless WebP', riff('VP8L', '2f 8fc11810'), 'webp_pipe'],
  ['a WebP with more parts', riff('VP8X', '00000000 8f0100 630000'), 'webp_pipe'],
])('the size of %s is read before it is decoded', (_what, file, demuxer) => {
  expect(readImageHeader(file)).toEqual({ demuxer, width: 400, height: 100 });
});

it.each([
  ['a PNG that ends in its header', hex(PNG).subarray(0, 18)],
  ['a JPEG without a frame', hex('ffd8 ffe0 0004 0000')],
  ['a JPEG with another file behind its first bytes', Buffer.concat([hex('ffd8ff'), Buffer.from('<svg/>')])],
  ['a WebP without a picture', riff('ICCP', '00')],
  ['a WebP that ends in its header', riff('VP8 ', '00')],
])('%s is broken', (_what, file) => {
  expect(readImageHeader(file)).toBe('broken');
});

it.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a GIF', 'GIF89a'],
  ['a RIFF that is no WebP', 'RIFF\0\0\0\0AVI LIST'],
  ['an empty file', ''],
])('%s is none of the three kinds', (_what, content) => {
  expect(readImageHeader(Buffer.from(content, 'latin1'))).toBeNull();
});
