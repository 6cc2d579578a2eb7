import { colour, oklch } from '../stage/colour.ts';
import { clamp, mix, smooth } from '../stage/easing.ts';
import type { Light } from '../stage/expose.ts';
import type { Vector } from '../stage/matrix.ts';
import { fractal3, hash2, noise3 } from '../stage/noise.ts';
import type { Random } from '../stage/random.ts';

/** A planet of radius 1 with seas, lands, snow and towns, and the stars behind it. */
export function createEarth(random: Random) {
  const ox = random.range(-50, 50);
  const oy = random.range(-50, 50);
  const oz = random.range(-50, 50);
  const sea = random.range(0.49, 0.53);
  const sunColour = random.pick([colour(1, 0.9, 0.75), colour(1, 0.82, 0.6), colour(1, 0.95, 0.88)]);
  const airHue = random.range(225, 262);
  const air = oklch(0.68, 0.15, airHue);
  const deep = oklch(0.24, 0.09, airHue + random.range(-15, 8));
  const shoal = oklch(0.66, 0.11, random.range(190, 220));
  const green = oklch(random.range(0.36, 0.45), 0.09, random.range(115, 150));
  const sand = oklch(0.68, 0.08, random.range(62, 85));
  const rock = colour(0.21, 0.16, 0.12);

  function height(x: number, y: number, z: number, octaves: number): number {
    const bend = fractal3(x * 1.3 + oy, y * 1.3, z * 1.3 + ox, 2) * 1.4;
    return fractal3(x * 1.9 + ox + bend, y * 1.9 + oy, z * 1.9 + oz + bend, octaves);
  }

  /** A place at the shore, not at a pole. */
  function coast(): Vector {
    for (let attempt = 0; attempt < 4_000; attempt++) {
      const angle = random.range(0, Math.PI * 2);
      const y = random.range(-0.5, 0.5);
      const flat = Math.sqrt(1 - y * y);
      const point: Vector = [Math.cos(angle) * flat, y, Math.sin(angle) * flat];
      if (Math.abs(height(...point, 10) - sea - 0.003) < 0.003 && shore(point)) return point;
    }
    return [0, 0, 1];
  }

  /** Water on one side and land on another, close enough to be in the last picture. */
  function shore([x, y, z]: Vector): boolean {
    const reach = 0.009;
    const around = [0, 1, 2, 3, 4, 5].map((step) => {
      const angle = (step / 6) * Math.PI * 2;
      return (
        height(x + reach * Math.cos(angle) * z, y + reach * Math.sin(angle), z - reach * Math.cos(angle) * x, 10) - sea
      );
    });
    return around.filter((level) => level < -0.004).length >= 2 && around.filter((level) => level > 0.006).length >= 2;
  }

  function stars(dx: number, dy: number, dz: number, light: Light): void {
    const u = Math.atan2(dx, dz) * 90;
    const v = Math.asin(clamp(dy, -1, 1)) * 90;
    const cu = Math.floor(u);
    const cv = Math.floor(v);
    const luck = hash2(cu + 1_000, cv + 500);
    const gap = Math.hypot(u - cu - 0.2 - 0.6 * hash2(cv, cu), v - cv - 0.2 - 0.6 * hash2(cu, cv + 7));
    const star = luck > 0.8 ? smooth(0.16, 0.02, gap) * (luck - 0.8) * 6 : 0;
    const dust = Math.max(0, fractal3(dx * 3 + ox, dy * 3, dz * 3, 4) - 0.48) * 0.12;
    light.r = 0.002 + star + dust * 0.8;
    light.g = 0.002 + star + dust * 0.65;
    light.b = 0.005 + star * 1.1 + dust * 1.1;
  }

  /** The lit surface at a point of the unit ball; `footprint` is the size of a pixel there and decides how fine it is drawn. */
  function ground(x: number, y: number, z: number, footprint: number, sun: Vector, light: Light): void {
    const octaves = Math.round(clamp(Math.log2(0.35 / footprint), 4, 13));
    const h = height(x, y, z, octaves) - sea;
    const day = x * sun[0] + y * sun[1] + z * sun[2];
    const lit = smooth(-0.08, 0.3, day) * (0.35 + 0.65 * clamp(day));
    let gloss = 0;
    let relief = 1;
    if (h < 0) {
      const shallow = Math.exp(h * 42);
      light.r = mix(deep.r, shoal.r, shallow);
      light.g = mix(deep.g, shoal.g, shallow);
      light.b = mix(deep.b, shoal.b, shallow);
      gloss = 1;
      const foam = smooth(-0.0016, 0, h) * smooth(0.02, 0.002, footprint) * 0.5;
      light.r += foam;
      light.g += foam;
      light.b += foam;
    } else {
      const reach = footprint * 2.5;
      const ahead = height(x + sun[0] * reach, y + sun[1] * reach, z + sun[2] * reach, octaves) - sea;
      relief = clamp(1 - ((ahead - h) / reach) * 0.16, 0.35, 1.7);
      const close = smooth(0.002, 0.0003, footprint);
      const moist =
        fractal3(x * 2.7 + oz, y * 2.7 + ox, z * 2.7, 4) -
        Math.abs(Math.abs(y) - 0.35) * 0.25 +
        close * (0.03 + 0.34 * (fractal3(x * 90 + oz, y * 90, z * 90, 5) - 0.45));
      const dry = smooth(0.52, 0.4, moist);
      const high = smooth(0.09, 0.2, h);
      const beach = smooth(0.006, 0.001, h);
      const snow = smooth(0.74, 0.86, Math.abs(y) + h * 0.9) + smooth(0.2, 0.26, h);
      const patch =
        0.75 + 0.5 * noise3(x * 240, y * 240, z * 240) + close * 0.5 * (noise3(x * 1900, y * 1900, z * 1900) - 0.5);
      for (const channel of ['r', 'g', 'b'] as const) {
        let base = mix(green[channel] * patch, sand[channel] * patch, Math.max(dry, beach));
        base = mix(base, rock[channel], high * 0.8);
        light[channel] = mix(base, 0.85, Math.min(1, snow));
      }
    }
    const towns =
      day < 0.12 && h > 0
        ? smooth(0.55, 0.75, noise3(x * 16, y * 16, z * 16)) *
          smooth(0.62, 0.9, noise3(x * 160, y * 160, z * 160)) *
          smooth(0.12, -0.06, day)
        : 0;
    const sheen = gloss * 0.3 * clamp(day) ** 6;
    light.r = light.r * lit * relief * 1.9 * sunColour.r + sheen + towns * 2.6;
    light.g = light.g * lit * relief * 1.9 * sunColour.g + sheen * 0.9 + towns * 1.7;
    light.b = light.b * lit * relief * 1.9 * sunColour.b + sheen * 0.7 + towns * 0.7;
  }

  return { air, sunColour, coast, stars, ground };
}
