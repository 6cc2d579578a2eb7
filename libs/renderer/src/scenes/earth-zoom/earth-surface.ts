import { colour, oklch } from '../../stage/colour.ts';
import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import type { Vector } from '../../stage/matrix.ts';
import { fractal3, slope3 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import { townLights, townsAt } from './towns.ts';

const land = new Float64Array(4);
const vapour = new Float64Array(4);

/** Colour of daylight by the sun's height: orange near the night side, white above. */
function dayColour(day: number, channel: 0 | 1 | 2): number {
  const high = smooth(0.02, 0.4, day);
  return channel === 0 ? 1 : channel === 1 ? mix(0.46, 0.96, high) : mix(0.2, 0.9, high);
}

export type Earth = ReturnType<typeof createEarth>;

/** A planet of radius 1 with seas, land, snow, clouds and lit towns. */
export function createEarth(random: Random) {
  const ox = random.range(-50, 50);
  const salt = ox;
  const oy = random.range(-50, 50);
  const oz = random.range(-50, 50);
  const veil = random.range(-50, 50);
  const sea = random.range(0.49, 0.53);
  const airHue = random.range(228, 258);
  const air = oklch(0.68, 0.15, airHue);
  const deep = oklch(0.19, 0.085, airHue + random.range(-12, 6));
  const shoal = oklch(0.66, 0.115, random.range(190, 215));
  const green = oklch(random.range(0.34, 0.42), 0.095, random.range(118, 148));
  const sand = oklch(0.66, 0.085, random.range(58, 82));
  const rock = colour(0.24, 0.17, 0.12);
  const crowd = random.range(0.4, 0.45);

  function landAt(x: number, y: number, z: number, octaves: number): void {
    const bend = fractal3(x * 1.3 + oy, y * 1.3, z * 1.3 + ox, 2) * 1.4;
    slope3(x * 1.9 + ox + bend, y * 1.9 + oy, z * 1.9 + oz + bend, octaves, land);
  }

  function height(x: number, y: number, z: number): number {
    landAt(x, y, z, 10);
    return land[0] as number;
  }

  /** A point on a coast away from the poles: water on one side and land on the other. */
  function coast(): Vector {
    for (let attempt = 0; attempt < 4_000; attempt++) {
      const angle = random.range(0, Math.PI * 2);
      const y = random.range(-0.5, 0.5);
      const flat = Math.sqrt(1 - y * y);
      const point: Vector = [Math.cos(angle) * flat, y, Math.sin(angle) * flat];
      if (Math.abs(height(...point) - sea - 0.003) < 0.003 && shore(point)) return point;
    }
    return [0, 0, 1];
  }

  function shore([x, y, z]: Vector): boolean {
    const reach = 0.02;
    const around = [0, 1, 2, 3, 4, 5].map((step) => {
      const angle = (step / 6) * Math.PI * 2;
      return (
        height(x + reach * Math.cos(angle) * z, y + reach * Math.sin(angle), z - reach * Math.cos(angle) * x) - sea
      );
    });
    return around.filter((level) => level < -0.006).length >= 2 && around.filter((level) => level > 0.008).length >= 2;
  }

  /** Mean brightness of the town lights at points of the night side. */
  function townLightsAt(points: readonly Vector[]): number {
    let sum = 0;
    for (const [x, y, z] of points) {
      landAt(x, y, z, 5);
      if ((land[0] as number) > sea + 0.01) sum += smooth(crowd, crowd + 0.12, townsAt(x, y, z, salt));
    }
    return sum / points.length;
  }

  /** Rates a goal of the fall: best with equal shares of land and sea and only a few clouds. */
  function rateGoal(points: readonly Vector[]): number {
    let lands = 0;
    let clouds = 0;
    for (const [x, y, z] of points) {
      landAt(x, y, z, 6);
      if ((land[0] as number) > sea) lands += 1 / points.length;
      clouds += smooth(0.5, 0.68, vapoursAt(x, y, z, 0, 4)) / points.length;
    }
    return 1 - Math.abs(lands - 0.5) * 2 - Math.abs(clouds - 0.12) * 2.5;
  }

  /** Density of the clouds; writes the slopes of the density to `vapour`. */
  function vapoursAt(x: number, y: number, z: number, drift: number, octaves: number): number {
    const swirl = fractal3(x * 2.1 + drift, y * 2.6 + veil, z * 2.1, 2) * 1.5;
    slope3(x * 3.4 + swirl, y * 4.2 - veil + swirl * 0.5, z * 3.4 - swirl + drift, octaves, vapour);
    return vapour[0] as number;
  }

  /**
   * Shades a point of the unit ball, seen along (dx, dy, dz). `footprint` is the size of a pixel there and sets the detail;
   * `cover` is the share of the clouds that is still below the camera, `thin` how much of their vapour is removed.
   */
  function ground(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    footprint: number,
    sun: Vector,
    drift: number,
    cover: number,
    thin: number,
    light: Light,
  ): void {
    const octaves = Math.round(clamp(Math.log2(0.3 / footprint), 4, 11));
    const day = x * sun[0] + y * sun[1] + z * sun[2];
    const vapours = vapoursAt(x, y, z, drift, Math.min(7, octaves));
    const cloud = smooth(0.47 + thin, 0.71, vapours) * cover;
    const puff = clamp(
      1 - ((vapour[1] as number) * sun[0] + (vapour[2] as number) * sun[1] + (vapour[3] as number) * sun[2]) * 0.34,
      0.34,
      1.3,
    );
    if (cloud > 0.97) {
      light.r = 0;
      light.g = 0;
      light.b = 0;
    } else shadeLand(x, y, z, dx, dy, dz, day, octaves, footprint, sun, 1 - cloud, light);
    const glow = Math.max(0.012, smooth(-0.1, 0.3, day) * (0.28 + 0.72 * clamp(day)) * 1.75 * puff);
    light.r = mix(light.r, glow * dayColour(day, 0), cloud);
    light.g = mix(light.g, glow * dayColour(day, 1), cloud);
    light.b = mix(light.b, glow * dayColour(day, 2) * 1.04, cloud);
    if (cover > 0 && vapours > 0.4 + thin) {
      const shadow = smooth(0.4 + thin, 0.58, vapours) * (1 - cloud) * 0.4;
      light.r *= 1 - shadow;
      light.g *= 1 - shadow;
      light.b *= 1 - shadow;
    }
  }

  function shadeLand(
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    day: number,
    octaves: number,
    footprint: number,
    sun: Vector,
    clear: number,
    light: Light,
  ): void {
    landAt(x, y, z, octaves);
    const h = (land[0] as number) - sea;
    const night = smooth(0.1, -0.12, day);
    const lit = smooth(-0.08, 0.3, day) * (0.3 + 0.7 * clamp(day)) * 2.1;
    let gain = lit;
    let sheen = 0;
    const near = smooth(0.002, 0.0007, footprint);
    if (h < 0) {
      const shallow = Math.exp(h * 75) * 0.4;
      light.r = mix(deep.r, shoal.r, shallow);
      light.g = mix(deep.g, shoal.g, shallow);
      light.b = mix(deep.b, shoal.b, shallow);
      const hx = sun[0] - dx;
      const hy = sun[1] - dy;
      const hz = sun[2] - dz;
      const half = Math.max(0, (x * hx + y * hy + z * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz));
      const ruffled = 0.5 + fractal3(x * 22, y * 22, z * 22, 2);
      sheen =
        (half ** 20 * 0.1 + half ** 110 * 0.3) * ruffled * smooth(-0.12, 0.1, day) * smooth(0.0004, 0.0016, footprint);
    } else {
      gain *= clamp(
        1 -
          ((land[1] as number) * sun[0] + (land[2] as number) * sun[1] + (land[3] as number) * sun[2]) *
            (0.3 + 0.45 * smooth(0.4, 0, day) + 0.5 * near),
        0.2,
        2,
      );
      const moist = fractal3(x * 2.7 + oz, y * 2.7 + ox, z * 2.7, 4) - Math.abs(Math.abs(y) - 0.35) * 0.25;
      const local = near > 0 ? near * 0.5 * (fractal3(x * 16 + ox, y * 16, z * 16, 3) - 0.44) : 0;
      const patch = 0.72 + 0.56 * fractal3(x * 34, y * 34, z * 34, footprint < 0.0012 ? 2 : 1);
      const dry = smooth(0.5, 0.36, moist + local + (patch - 1) * 0.12);
      const high = smooth(0.09, 0.2, h);
      const beach = smooth(0.006, 0.001, h);
      const snow = Math.min(1, smooth(0.74, 0.86, Math.abs(y) + h * 0.9) + smooth(0.2, 0.26, h));
      const arid = Math.max(dry, beach);
      light.r = mix(mix(mix(green.r, sand.r, arid) * patch, rock.r, high * 0.7), 0.85, snow);
      light.g = mix(mix(mix(green.g, sand.g, arid) * patch, rock.g, high * 0.7), 0.87, snow);
      light.b = mix(mix(mix(green.b, sand.b, arid) * patch, rock.b, high * 0.7), 0.9, snow);
    }
    const lamps = night > 0 && h > 0 ? townLights(x, y, z, salt, crowd) * night * clear * smooth(0, 0.03, h) * 5.5 : 0;
    light.r = light.r * (gain * dayColour(day, 0) + 0.012) + sheen + lamps;
    light.g = light.g * (gain * dayColour(day, 1) + 0.016) + sheen * mix(0.62, 0.95, clamp(day * 2)) + lamps * 0.6;
    light.b = light.b * (gain * dayColour(day, 2) + 0.03) + sheen * mix(0.3, 0.85, clamp(day * 2)) + lamps * 0.24;
  }

  return { salt, coast, townLightsAt, rateGoal, ground, air };
}
