import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import type { GlassLook, Palette } from './glass-look.ts';

const WALL = 4.2;
const BEND = 1.9;

/** The time of the frame, and how far the new colours have spread. */
interface Moment {
  wave: number;
  time: number;
}

/** The cyclorama behind the plates: a floor that curves up into a wall, with one light shape on it. */
export function createGlassWall(look: GlassLook, moment: Moment) {
  const { before, after, shape } = look;
  const place = { x: 0.1, y: 0.1, z: 0.1, up: 0.5 };

  /** Share of the new colours at a point: they spread outwards from the plates. */
  function turned(x: number, y: number, z: number): number {
    if (moment.wave <= 0) return 0;
    return smooth(0, 1.6, moment.wave - Math.sqrt(x * x + (y - 1) * (y - 1) + z * z));
  }

  function shapeAt(x: number, y: number): number {
    if (shape === 'sun') {
      const gap = Math.sqrt(x * x + (y - 2.5) * (y - 2.5)) - 2.05;
      const slats = smooth(0.3, 0.42, Math.abs(((y * 2.1 + moment.time * 0.16) % 1) - 0.5) + 0.13 * (y - 1.1));
      return smooth(0.07, -0.07, gap) * (0.22 + 0.5 * slats + 0.12 * y) + 0.2 * Math.exp(-Math.max(0, gap) * 1.4);
    }
    if (shape === 'ring') {
      const gap = Math.abs(Math.sqrt(x * x + (y - 2.35) * (y - 2.35)) - 2.0);
      return 3.4 * smooth(0.115, 0.05, gap) + 0.62 * Math.exp(-gap * 2.6);
    }
    if (shape === 'arch') {
      const top = y > 2.5 ? Math.sqrt(x * x + (y - 2.5) * (y - 2.5)) : Math.abs(x);
      const within = smooth(1.96, 1.86, top);
      const deep = y > 2.5 ? Math.sqrt((x - 0.3) ** 2 + (y - 2.38) ** 2) : Math.abs(x - 0.3);
      return within * (0.1 + 0.85 * smooth(2.0, 1.72, deep)) + 0.16 * Math.exp(-Math.max(0, top - 1.9) * 1.3);
    }
    const slant = x * 0.8 + y * 0.62 + moment.time * 0.1;
    const bar = Math.abs(((slant * 0.85) % 1) - (slant < 0 ? -0.5 : 0.5));
    const pool = Math.exp(-((x + 0.3) ** 2) * 0.16 - (y - 2.6) ** 2 * 0.12);
    return (0.12 + 0.86 * smooth(0.34, 0.2, bar)) * pool;
  }

  function shadeWall(x: number, y: number, share: number, light: Light): void {
    const height = smooth(-0.4, 5.6, y);
    const hot = Math.exp(-(x + 0.5) * (x + 0.5) * 0.11 - (y - 1.5) * (y - 1.5) * 0.13);
    const lit = 0.2 + 0.78 * hot;
    const glow = shapeAt(x, y);
    const channel = (from: Palette, which: 'r' | 'g' | 'b') =>
      (from.wallLow[which] + (from.wallHigh[which] - from.wallLow[which]) * height) * lit + from.accent[which] * glow;
    light.r = channel(before, 'r');
    light.g = channel(before, 'g');
    light.b = channel(before, 'b');
    if (share > 0) {
      light.r += (channel(after, 'r') - light.r) * share;
      light.g += (channel(after, 'g') - light.g) * share;
      light.b += (channel(after, 'b') - light.b) * share;
    }
  }

  /** Writes the point where a ray hits the cyclorama to `place`; returns false when it goes towards the lamps. */
  function intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): boolean {
    let t = dy < -1e-5 ? -oy / dy : 1e9;
    let z = oz + dz * t;
    place.up = 0;
    if (t === 1e9 || z > WALL - BEND) {
      if (dz < 1e-4) return false;
      t = (WALL - oz) / dz;
      place.up = 1;
      if (oy + dy * t < BEND) {
        const y0 = oy - BEND;
        const z0 = oz - WALL + BEND;
        const a = dy * dy + dz * dz;
        const b = y0 * dy + z0 * dz;
        t = (-b + Math.sqrt(Math.max(0, b * b - a * (y0 * y0 + z0 * z0 - BEND * BEND)))) / a;
        place.up = Math.max(0, Math.min(1, (z0 + dz * t) / BEND));
      }
      z = oz + dz * t;
    }
    place.x = ox + dx * t;
    place.y = Math.max(0, oy + dy * t);
    place.z = z;
    return true;
  }

  return { place, intersect, turned, shadeWall };
}
