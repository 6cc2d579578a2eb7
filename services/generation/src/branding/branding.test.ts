import type { VideoRequest } from '../videos/video-request.ts';
import { type Branding, brandedRequest, logoCornerOf } from './branding.ts';

const brand = { name: 'Bella', occupation: 'potter', feel: 'calm', colours: ['#111111', '#222222'] };
const request: VideoRequest = { videoType: 'v1', includeAudio: true, notes: 'Fresh bowls', brand };
const logo = { digest: 'd', width: 320, height: 80 };
const branding: Branding = { logo, palette: ['#e07a5f'], corner: 'bottom_right' };

describe('a job with a palette', () => {
  it('is made in the colours of the palette, with the words of the brand', () => {
    const job = { request, branding, is_branded: true };
    expect(brandedRequest(job)).toEqual({ ...request, brand: { ...brand, colours: ['#e07a5f'] } });
  });

  it('is made in them also without a brand', () => {
    const job = { request: { ...request, brand: null }, branding, is_branded: true };
    expect(brandedRequest(job).brand).toEqual({ name: '', occupation: '', feel: '', colours: ['#e07a5f'] });
  });
});

it.each([
  ['without a branding', null, null],
  ['with an empty palette', { ...branding, palette: [] }, true],
  ['of a plan without branding', branding, false],
  ['that no attempt was made for', branding, null],
])('a job %s is made as it was requested', (_what, stored, isBranded) => {
  expect(brandedRequest({ request, branding: stored, is_branded: isBranded })).toBe(request);
});

it.each([
  ['the corner of its logo', branding, true, 'bottom_right'],
  ['none without a logo', { ...branding, logo: null }, true, null],
  ['none where the plan has no branding', branding, false, null],
])('a job has %s', (_what, stored, isBranded, corner) => {
  expect(logoCornerOf({ request, branding: stored, is_branded: isBranded })).toBe(corner);
});
