import { type Colour, colour } from '../../stage/colour.ts';
import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { fractal2, hash2, noise2 } from '../../stage/noise.ts';
import { length2 } from '../../stage/solid-shapes.ts';
import { DEEP, type RoomLook } from './room-look.ts';

/** The window in the back wall: its opening, its bars, the sunlight through it, and the view outside. */
export function createWindow(look: RoomLook) {
  const { x: middle, half, low, high, arched } = look.window;
  const [kx, ky, kz] = look.sun;

  /** Signed distance to the opening in the wall, negative inside. */
  function opening(x: number, y: number): number {
    const side = Math.abs(x - middle) - half;
    if (arched && y > high - half) return length2(x - middle, y - high + half) - half;
    return Math.max(side, low - y, y - high);
  }

  /** Signed distance to the frame and the bars between the panes, negative on them. */
  function bars(x: number, y: number): number {
    const across = Math.abs(x - middle) - 0.032;
    const rows = Math.abs(((y - low + 0.425) % 0.85) - 0.425) - 0.022;
    return Math.min(across, rows, -opening(x, y) - 0.06);
  }

  /** Share of the sun that reaches a point past wall, bars and curtains (`drawn`: 0 open, 1 closed). */
  function sunlit(x: number, y: number, z: number, drawn: number): number {
    const way = (DEEP - z) / kz;
    const px = x + way * kx;
    const py = y + way * ky;
    const blur = 0.025 + 0.012 * way;
    const through = smooth(blur, -blur, opening(px, py));
    if (through <= 0) return 0;
    const barred = smooth(-blur * 0.7, blur * 1.3, bars(px, py));
    const cloth = 1 - 0.8 * drawn * smooth(half * 0.62, half * 0.72, Math.abs(px - middle));
    return through * barred * cloth;
  }

  /** Length of a ray, up to `far`, inside the sunbeam; the beam fades with the distance from the window. */
  function beam(
    ox: number,
    oy: number,
    oz: number,
    dx: number,
    dy: number,
    dz: number,
    far: number,
    drawn: number,
  ): number {
    const way = (DEEP - oz) / kz;
    const perX = dx - (dz / kz) * kx;
    const perY = dy - (dz / kz) * ky;
    const fromX = ox + way * kx;
    const fromY = oy + way * ky;
    const yOne = (low - fromY) / perY;
    const yTwo = (high - (arched ? half * 0.4 : 0) - fromY) / perY;
    const enterY = Math.max(0, Math.min(yOne, yTwo));
    const leaveY = Math.min(far, Math.max(yOne, yTwo), dz > 0 ? (DEEP - oz) / dz : 1e9);
    if (leaveY <= enterY) return 0;
    let sum = 0;
    const open = mix(half, half * 0.68, drawn);
    for (const side of [-1, 1]) {
      const one = (middle + side * 0.05 - fromX) / perX;
      const two = (middle + side * open - fromX) / perX;
      const enter = Math.max(enterY, Math.min(one, two));
      const leave = Math.min(leaveY, Math.max(one, two));
      if (leave <= enter) continue;
      const mid = (enter + leave) / 2;
      const gone = (DEEP - (oz + dz * mid)) / kz;
      sum += (leave - enter) * Math.exp(-gone * 0.16) * clamp((leave - enter) * 2.5);
    }
    return sum;
  }

  const tile: Colour = colour(0, 0, 0);
  /** The view through a pane. */
  function outside(dx: number, dy: number, dz: number, out: Light): void {
    const { lowSky, skyColour, seed } = look;
    const height = dy / Math.max(0.2, dz);
    const round = dx / Math.max(0.2, dz);
    const up = smooth(-0.08, 0.26, height);
    out.r = mix(lowSky.r, skyColour.r, up);
    out.g = mix(lowSky.g, skyColour.g, up);
    out.b = mix(lowSky.b, skyColour.b, up);
    const cloud = smooth(0.45, 0.75, fractal2(round * 2.2 + seed, height * 7, 4)) * 0.5;
    out.r += cloud * lowSky.r * 0.5;
    out.g += cloud * lowSky.g * 0.5;
    out.b += cloud * lowSky.b * 0.5;
    const near = dx * kx + dy * ky + dz * kz;
    const glow = smooth(0.7, 1, near) ** 2 * 0.4;
    out.r += look.sunColour.r * glow * 0.4;
    out.g += look.sunColour.g * glow * 0.4;
    out.b += look.sunColour.b * glow * 0.4;
    // The view is out of focus: soft edges, and more haze with distance.
    for (let layer = 0; layer < 2; layer++) {
      const line = skyline(round, layer);
      const cover = smooth(0.025, -0.025, height - line) * (0.55 + 0.3 * layer);
      if (cover <= 0) continue;
      tile.r = mix(lowSky.r * 0.5, layer ? 0.06 : 0.16, 0.75);
      tile.g = mix(lowSky.g * 0.5, layer ? (look.outside === 'roofs' ? 0.05 : 0.1) : 0.17, 0.75);
      tile.b = mix(lowSky.b * 0.5, layer ? 0.06 : 0.18, 0.75);
      out.r = mix(out.r, tile.r, cover);
      out.g = mix(out.g, tile.g, cover);
      out.b = mix(out.b, tile.b, cover);
      if (look.outside === 'roofs' && look.hour !== 'morning') {
        const lit = hash2(Math.floor(round * 34 + layer * 9), Math.floor(height * 40)) > 0.75 ? 1 : 0;
        out.r += lit * cover * 0.9;
        out.g += lit * cover * 0.5;
        out.b += lit * cover * 0.16;
      }
    }
  }

  function skyline(round: number, layer: number): number {
    const at = round * (layer ? 6 : 4) + look.seed + layer * 31;
    if (look.outside === 'roofs') return (layer ? -0.13 : -0.07) + 0.13 * hash2(Math.floor(at * 1.6), layer) + 0.02;
    if (look.outside === 'hills') return (layer ? -0.12 : -0.05) + 0.13 * noise2(at * 0.5, layer);
    return (layer ? -0.16 : -0.08) + 0.26 * fractal2(at * 0.8, layer, 4);
  }
  return { opening, bars, sunlit, beam, outside };
}

export type RoomWindow = ReturnType<typeof createWindow>;
