import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Film } from '../../stage/film.ts';
import { fractal2 } from '../../stage/noise.ts';
import type { Place } from './terrain.ts';

/** Colour of the haze in a horizontal direction: brighter towards the sun. */
export function hazeTowards(
  { sun, sunColour, skyLow, skyHigh }: Place,
  dx: number,
  dz: number,
  out: Float64Array,
): void {
  const flat = Math.hypot(sun[0], sun[2]) || 1;
  const towards = clamp((dx * sun[0] + dz * sun[2]) / flat);
  const glow = 0.16 * towards ** 3 + 0.5 * towards ** 24;
  const cool = 0.42 * (1 - towards ** 4);
  out[0] = mix(skyLow.r, skyHigh.r, cool) * 0.9 + sunColour.r * glow;
  out[1] = mix(skyLow.g, skyHigh.g, cool) * 0.9 + sunColour.g * glow * 0.85;
  out[2] = mix(skyLow.b, skyHigh.b, cool) * 0.9 + sunColour.b * glow * 0.7;
}

/** Colour of the clear sky in a direction of unit length. */
export function openSky(place: Place, dx: number, up: number, dz: number, out: Float64Array): void {
  const { sun, sunColour, skyLow, skyHigh } = place;
  const share = smooth(-0.03, 0.55, up) ** 0.8;
  const towards = Math.max(0, dx * sun[0] + up * sun[1] + dz * sun[2]);
  const glow = 0.2 * towards ** 6 + 0.6 * towards ** 60 + 1.5 * towards ** 500;
  out[0] = mix(skyLow.r, skyHigh.r, share) + sunColour.r * glow;
  out[1] = mix(skyLow.g, skyHigh.g, share) + sunColour.g * glow * 0.86;
  out[2] = mix(skyLow.b, skyHigh.b, share) + sunColour.b * glow * 0.68;
}

/** Light of the sky with sun and clouds in a direction of unit length. */
export function skyLight(place: Place, dx: number, up: number, dz: number, time: number, out: Float64Array): void {
  const { sun, sunColour, skyLow, skyHigh, salt } = place;
  openSky(place, dx, up, dz, out);
  const towards = Math.max(0, dx * sun[0] + up * sun[1] + dz * sun[2]);
  const disc = smooth(0.99945, 0.9997, towards) * 3.4;
  const r = (out[0] as number) + sunColour.r * disc;
  const g = (out[1] as number) + sunColour.g * disc;
  const b = (out[2] as number) + sunColour.b * disc;
  out[0] = r;
  out[1] = g;
  out[2] = b;
  if (up < 0.012) return;
  const reach = 1.1 / (up + 0.1);
  const u = dx * reach + salt + time * 0.025;
  const v = dz * reach + salt;
  const dense = fractal2(u, v * 1.6, 5);
  const cover = smooth(0.47, 0.7, dense) * smooth(0.012, 0.12, up) * 0.92;
  if (cover < 0.004) return;
  // A cloud that is thinner towards the sun is lit from there; thick parts shade themselves.
  const ahead = fractal2(u + sun[0] * 0.12, v * 1.6 + sun[2] * 0.12, 3);
  const lit = clamp(0.62 + (dense - ahead - 0.06) * 3.2 - smooth(0.62, 0.85, dense) * 0.35);
  const rim = towards ** 8 * (1 - cover) * 1.2;
  out[0] = mix(r, mix(skyHigh.r * 0.9 + skyLow.r * 0.25, sunColour.r * 1.15, lit) + rim * sunColour.r, cover);
  out[1] = mix(g, mix(skyHigh.g * 0.9 + skyLow.g * 0.25, sunColour.g * 1.1 + 0.05, lit) + rim * sunColour.g, cover);
  out[2] = mix(b, mix(skyHigh.b * 0.9 + skyLow.b * 0.25, sunColour.b * 1.05 + 0.12, lit) + rim * sunColour.b, cover);
}

const sky = new Float64Array(3);

/** Fills a column with sky from the top down to `filled`; the last pixel is blended by its share. */
export function skyColumn(
  { width, rgb }: Film,
  place: Place,
  column: number,
  filled: number,
  horizon: number,
  focal: number,
  dx: number,
  dz: number,
  time: number,
): void {
  const last = Math.ceil(filled) - 1;
  for (let y = 0; y <= last; y++) {
    const rise = Math.max(-0.05, (horizon - y - 0.5) / focal);
    const inverse = 1 / Math.sqrt(1 + rise * rise);
    skyLight(place, dx * inverse, rise * inverse, dz * inverse, time, sky);
    const share = y === last ? filled - last : 1;
    const o = (y * width + column) * 3;
    rgb[o] = (share < 1 ? (rgb[o] as number) : 0) + (sky[0] as number) * share;
    rgb[o + 1] = (share < 1 ? (rgb[o + 1] as number) : 0) + (sky[1] as number) * share;
    rgb[o + 2] = (share < 1 ? (rgb[o + 2] as number) : 0) + (sky[2] as number) * share;
  }
}
