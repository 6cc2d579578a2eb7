import { parseRequest } from './request.ts';

const validRequest = {
  videoId: 'v',
  variation: 0,
  style: 'v3',
  includeAudio: true,
  notes: '',
  brand: null,
  logoEdge: null,
  outputPath: '/x.mp4',
  posterPath: '/x.webp',
  partsPath: '/parts',
  ffmpegPath: 'ffmpeg',
  size: { width: 1080, height: 1920 },
  fps: 30,
  seconds: 8,
  quality: 'budget',
  budgetSeconds: 180,
};

describe('parseRequest', () => {
  it('accepts a complete request', () => {
    expect(parseRequest(JSON.stringify(validRequest))).toEqual(validRequest);
  });

  it.each([
    ['style', { style: 'v9' }],
    ['size.width', { size: { width: 1081, height: 1920 } }],
    ['seconds', { seconds: 8.5 }],
    ['quality', { quality: 'best' }],
    ['budgetSeconds', { budgetSeconds: 0 }],
    ['outputPath', { outputPath: '' }],
    ['brand', { brand: 'red' }],
  ])('names the invalid field: %s', (field, change) => {
    expect(() => parseRequest(JSON.stringify({ ...validRequest, ...change }))).toThrow(field);
  });

  it('drops invalid brand colours', () => {
    const brand = { name: 'A', occupation: 'B', feel: 'C', colours: ['#ff0000', 'red', '#12', 7, '#00FF00'] };
    expect(parseRequest(JSON.stringify({ ...validRequest, brand })).brand?.colours).toEqual(['#ff0000', '#00FF00']);
  });

  it('refuses text that is not JSON', () => {
    expect(() => parseRequest('{')).toThrow('JSON');
  });
});
