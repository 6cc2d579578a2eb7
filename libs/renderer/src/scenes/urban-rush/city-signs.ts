import { createCanvas } from '@napi-rs/canvas';
import type { Light } from '../../stage/expose.ts';
import { captionFont } from '../../stage/fonts.ts';
import { hash2 } from '../../stage/noise.ts';
import type { Facades } from './city-facade.ts';
import { HALF } from './city-plan.ts';
import type { Power } from './city-power.ts';

const WORDS = ['HOTEL', 'JAZZ', 'RAMEN', 'CINE', 'LUNA', 'CLUB', 'DISCO', 'SUSHI', 'DINER', 'BAR', 'NOVA', 'OPEN'];
const WIDE = 64;
const TALL = 256;
const EVERY = 8.5;
const OUT = 1.45;
const NEAR = 0.12;
/** Lowest height of a sign. */
export const SIGNS_FROM = 3.7;

/** A vertical neon word in two layers, the tube and its glow. Smaller sheets hold it at half and at quarter size. */
interface Sheet {
  wide: number;
  tall: number;
  tube: Float32Array;
  glow: Float32Array;
}

function drawn(word: string): Sheet {
  const layer = (blur: number, line: number) => {
    const canvas = createCanvas(WIDE, TALL);
    const pen = canvas.getContext('2d');
    if (blur > 0) pen.filter = `blur(${blur}px)`;
    pen.strokeStyle = '#fff';
    pen.fillStyle = '#fff';
    pen.lineWidth = line;
    pen.lineJoin = 'round';
    pen.strokeRect(6, 6, WIDE - 12, TALL - 12);
    const step = (TALL - 32) / word.length;
    pen.font = captionFont('kinetic', Math.min(58, step * 0.98));
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    [...word].forEach((letter, n) => {
      pen.fillText(letter, WIDE / 2, 16 + step * (n + 0.5));
    });
    const { data } = pen.getImageData(0, 0, WIDE, TALL);
    return Float32Array.from({ length: WIDE * TALL }, (_, i) => (data[i * 4 + 3] as number) / 255);
  };
  return { wide: WIDE, tall: TALL, tube: layer(0, 3), glow: layer(6, 7) };
}

function halved({ wide, tall, tube, glow }: Sheet): Sheet {
  const half = (from: Float32Array) =>
    Float32Array.from({ length: (wide * tall) / 4 }, (_, i) => {
      const o = Math.floor(i / (wide / 2)) * 2 * wide + (i % (wide / 2)) * 2;
      const sum = (n: number) => from[o + n] as number;
      return (sum(0) + sum(1) + sum(wide) + sum(wide + 1)) / 4;
    });
  return { wide: wide / 2, tall: tall / 2, tube: half(tube), glow: half(glow) };
}

function sample({ wide, tall }: Sheet, layer: Float32Array, u: number, v: number): number {
  const x = Math.max(0, Math.min(wide - 1.001, u * wide - 0.5));
  const y = Math.max(0, Math.min(tall - 1.001, v * tall - 0.5));
  const i = Math.floor(y) * wide + Math.floor(x);
  const fx = x - Math.floor(x);
  const fy = y - Math.floor(y);
  const read = (n: number) => layer[i + n] as number;
  return (read(0) * (1 - fx) + read(1) * fx) * (1 - fy) + (read(wide) * (1 - fx) + read(wide + 1) * fx) * fy;
}

/** Neon signs that project over the street. */
export function createSigns(salt: number, { neonOf }: Facades, power: Power) {
  // Each city starts at a different word of the list.
  const sheets = Array.from({ length: 6 }, (_, n) => {
    const whole = drawn(WORDS[(salt + n * 5) % WORDS.length] as string);
    const half = halved(whole);
    return [whole, half, halved(half), halved(halved(half))];
  });

  /** Distance to the nearest sign that a ray hits between the street's edge and the house fronts, or -1. */
  function intersect(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    most: number,
    time: number,
    blur: number,
    light: Light,
  ): number {
    const across = Math.abs(dx);
    if (across < 1e-4 || dz < 1e-3) return -1;
    const side = dx > 0 ? 1 : 0;
    const t0 = Math.max(0.4, ((side ? HALF - OUT : OUT - HALF) - ox) / dx);
    const t1 = Math.min(most, ((side ? HALF - NEAR : NEAR - HALF) - ox) / dx);
    const last = oz + dz * t1;
    for (let slot = Math.ceil((oz + dz * t0) / EVERY); slot * EVERY <= last; slot++) {
      const key = slot * 2 + side;
      const luck = hash2(key, salt + 40);
      if (luck > 0.8) continue;
      const t = (slot * EVERY - oz) / dz;
      const tall = 3.6 + luck * 3;
      const low = SIGNS_FROM + hash2(key, salt + 5) * 4.5;
      const v = (low + tall - oy - dy * t) / tall;
      if (v < 0 || v > 1) continue;
      const inward = (HALF - NEAR - Math.abs(ox + dx * t)) / (OUT - NEAR);
      if (inward < 0 || inward > 1) continue;
      const tint = neonOf(hash2(key, salt + 3));
      const set = sheets[(((slot * 5 + side * 3) % 6) + 6) % 6] as Sheet[];
      const fine = (t * 0.0022 * WIDE) / (OUT - NEAR) + blur * 1.6;
      const sheet = set[fine < 1 ? 0 : fine < 2 ? 1 : fine < 4 ? 2 : 3] as Sheet;
      const u = side ? 1 - inward : inward;
      const buzz =
        luck < 0.06
          ? Math.sin(time * 29 + key) + Math.sin(time * 11.3) > -1.2
            ? 1
            : 0.4
          : 0.93 + 0.07 * Math.sin(time * 17 + key);
      const lit = buzz * power.at(slot * EVERY);
      const tube = sample(sheet, sheet.tube, u, v) * lit;
      const glow = sample(sheet, sheet.glow, u, v) * lit;
      const level = tube * 2.1 + glow * 0.8 + 0.008 + 0.08 * lit;
      light.r = tint.r * level + tube * 0.5;
      light.g = tint.g * level + tube * 0.5;
      light.b = tint.b * level + tube * 0.5;
      return t;
    }
    return -1;
  }

  return { intersect };
}
