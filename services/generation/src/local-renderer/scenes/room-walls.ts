import type { Camera } from '../stage/camera.ts';
import type { Clay } from '../stage/clay.ts';
import type { Colour } from '../stage/colour.ts';
import { mix, smooth } from '../stage/easing.ts';
import type { Trace } from '../stage/expose.ts';
import { type Lighting, shade } from '../stage/lighting.ts';
import { fractal2, hash2, noise2 } from '../stage/noise.ts';

const HALF = 2.35;
const DEEP = 2.6;
const HIGH = 4.6;

export interface RoomLook {
  wallColour: Colour;
  sideColour: Colour;
  wood: Colour;
  sofaColour: Colour;
  /** 1 or -1: which way round the room is built. */
  mirrored: number;
}

const tile: Colour = { r: 0.5, g: 0.5, b: 0.5 };

/** Follows rays in a room with clay things in it. `moment` fades the rug and the lamp in, 0 to 1. */
export function roomTrace(
  camera: Camera,
  clay: Clay,
  lamps: Lighting,
  look: RoomLook,
  moment: { rug: number; lamp: number },
): Trace {
  const { wallColour, sideColour, wood, sofaColour, mirrored: m } = look;
  const { x: ox, y: oy, z: oz } = camera;
  const lampX = 1.72 * m;

  return (dx, dy, dz, light) => {
    // The room is open towards the camera: back wall, two sides, floor and ceiling.
    const back = dz > 0 ? (DEEP - oz) / dz : 1e9;
    const sides = dx > 0 ? (HALF - ox) / dx : dx < 0 ? (-HALF - ox) / dx : 1e9;
    const level = dy > 0 ? (HIGH - oy) / dy : dy < 0 ? -oy / dy : 1e9;
    const t = Math.min(back, sides, level);
    const hit = clay.meet(ox, oy, oz, dx, dy, dz, t + 0.05);
    if (hit) {
      const d = hit.distance;
      shade(clay, hit, ox + dx * d, oy + dy * d, oz + dz * d, dx, dy, dz, lamps, light);
      if (moment.lamp > 0) {
        const away = Math.hypot(ox + dx * d - lampX, oy + dy * d - 1.8, oz + dz * d - 1.75);
        const warm = moment.lamp * 0.5 * Math.exp(-away * 0.9);
        light.r *= 1 + warm * 1.6;
        light.g *= 1 + warm;
        light.b *= 1 + warm * 0.4;
      }
      return 10 + hit.surface;
    }
    const x = ox + dx * t;
    const y = oy + dy * t;
    const z = oz + dz * t;
    let nx = 0;
    let ny = 0;
    let nz = 0;
    let surface = 1;
    if (t === level && dy < 0) {
      surface = 2;
      ny = 1;
      boards(x, z, tile);
    } else if (t === level) {
      surface = 3;
      ny = -1;
      tile.r = tile.g = tile.b = 0.85;
    } else if (t === back) {
      surface = y < 0.16 ? 6 : 4;
      nz = -1;
      panel(x, y, tile);
    } else {
      surface = y < 0.16 ? 7 : 5;
      nx = dx > 0 ? -1 : 1;
      tile.r = sideColour.r;
      tile.g = sideColour.g;
      tile.b = sideColour.b;
      if (y < 0.16) tile.r = tile.g = tile.b = 0.8;
    }
    const facing = Math.max(0, nx * lamps.key[0] + ny * lamps.key[1] + nz * lamps.key[2]);
    const reached = facing > 0 ? facing * clay.shadow(x + nx * 0.01, y + ny * 0.01, z + nz * 0.01, ...lamps.key, 7) : 0;
    // Light from a window over the viewer's shoulder: a slanted pane on the back wall and floor.
    const px = x - (z * lamps.key[0]) / lamps.key[2];
    const py = y - (z * lamps.key[1]) / lamps.key[2];
    const paneX = Math.abs(px * m + 0.3) % 1.25;
    const pane =
      smooth(1.5, 1.35, Math.abs(px * m + 0.3)) *
      smooth(0.04, 0.08, Math.abs(paneX - 0.62)) *
      smooth(0.9, 1.1, py + 1.4) *
      smooth(5.6, 5.3, py + 1.4);
    const corner =
      (1 - 0.4 * Math.exp(-(HALF - Math.abs(x)) * 2.4) * (1 - Math.abs(nx))) *
      (1 - 0.45 * Math.exp(-y * 2.2) * (1 - Math.abs(ny))) *
      (1 - 0.4 * Math.exp(-(DEEP - z) * 2) * (1 - Math.abs(nz))) *
      (1 - 0.3 * Math.exp(-(HIGH - y) * 1.8));
    const open = clay.openness(x, y, z, nx, ny, nz, false) * corner;
    const key = reached * (0.28 + 1.0 * pane);
    const away = Math.hypot(x - lampX, y - 1.85, z - 1.75);
    const glow = moment.lamp * (0.9 * Math.exp(-away * 1.2) + 0.25 * Math.exp(-away * 0.5));
    light.r = tile.r * (lamps.keyColour.r * key + lamps.sky.r * open + glow * 1.9);
    light.g = tile.g * (lamps.keyColour.g * key + lamps.sky.g * open + glow * 1.15);
    light.b = tile.b * (lamps.keyColour.b * key + lamps.sky.b * open + glow * 0.5);
    return surface;
  };

  function boards(x: number, z: number, out: Colour): void {
    const lane = Math.floor(x / 0.34 + 40);
    const end = Math.floor(z / 1.9 + hash2(lane, 3) * 5);
    const tone = 0.75 + 0.4 * hash2(lane, end) + 0.3 * (fractal2(x * 9, z * 0.9 + lane * 7, 3) - 0.45);
    const seam = smooth(0.0, 0.02, Math.abs(x / 0.34 + 40 - lane - 0.5) - 0.482) * 0.5;
    const rug = Math.hypot(x * 0.8, (z - 0.35) * 1.25) < 1.42 ? 1 : 0;
    const band = Math.hypot(x * 0.8, (z - 0.35) * 1.25);
    const woolTone = 0.85 + 0.3 * noise2(x * 40, z * 40);
    const stripe = smooth(0.04, 0.03, Math.abs(band - 1.25)) + smooth(0.025, 0.015, Math.abs(band - 1.12));
    const shown = rug * moment.rug;
    out.r = mix(wood.r * tone * (1 - seam), mix(0.82, sofaColour.r, stripe) * woolTone, shown);
    out.g = mix(wood.g * tone * (1 - seam), mix(0.77, sofaColour.g, stripe) * woolTone, shown);
    out.b = mix(wood.b * tone * (1 - seam), mix(0.67, sofaColour.b, stripe) * woolTone, shown);
  }

  function panel(x: number, y: number, out: Colour): void {
    const plaster = 0.93 + 0.14 * fractal2(x * 3, y * 3, 3);
    const skirting = y < 0.16;
    out.r = skirting ? 0.8 : wallColour.r * plaster;
    out.g = skirting ? 0.8 : wallColour.g * plaster;
    out.b = skirting ? 0.78 : wallColour.b * plaster;
  }
}
