import type { Camera } from '../../stage/camera.ts';
import { unit } from '../../stage/camera.ts';
import { smooth } from '../../stage/easing.ts';
import { createFilm, type Film } from '../../stage/film.ts';
import type { Vector } from '../../stage/matrix.ts';

/** The part of the sun's direction that is perpendicular to `out`, normalised. */
export function sunAside(out: Vector, sun: Vector): Vector {
  const behind = sun[0] * out[0] + sun[1] * out[1] + sun[2] * out[2];
  return unit([sun[0] - out[0] * behind, sun[1] - out[1] * behind, sun[2] - out[2] * behind]);
}

/** The sun's position on the edge of the unit ball, in picture heights from the picture's centre; null when out of view. */
export function sunOnLimb(camera: Camera, sun: Vector, rise: number): { x: number; y: number } | null {
  const { x, y, z, right, up, forward, focal } = camera;
  const distance = Math.hypot(x, y, z);
  const out: Vector = [x / distance, y / distance, z / distance];
  const aside = sunAside(out, sun);
  // The point of the edge nearest to the sun, lifted by `rise` radii.
  const sine = 1 / distance;
  const cosine = Math.sqrt(1 - sine * sine);
  const reach = 1 + rise;
  const px = (out[0] * sine + aside[0] * cosine) * reach - x;
  const py = (out[1] * sine + aside[1] * cosine) * reach - y;
  const pz = (out[2] * sine + aside[2] * cosine) * reach - z;
  const depth = px * forward[0] + py * forward[1] + pz * forward[2];
  if (depth <= 0) return null;
  return {
    x: ((px * right[0] + py * right[1] + pz * right[2]) / depth) * focal * 0.5,
    y: (-(px * up[0] + py * up[1] + pz * up[2]) / depth) * focal * 0.5,
  };
}

const ghosts = [
  { place: -0.25, size: 0.035, r: 0.05, g: 0.03, b: 0.01 },
  { place: -0.55, size: 0.085, r: 0.01, g: 0.035, b: 0.06 },
  { place: -0.85, size: 0.05, r: 0.03, g: 0.045, b: 0.02 },
];

/** Adds the sun's glare to the film: a hot core, a wide glow, long rays and lens ghosts. */
export function drawGlare(film: Film, sunX: number, sunY: number, strength: number, turn: number): void {
  if (strength <= 0.012) return;
  const { width, height, rgb } = film;
  // Glare has no fine detail, so it is computed at every second pixel of every second row.
  const half = createFilm((width >> 1) + 2, (height >> 1) + 2);
  glareAt(
    half,
    (x) => (x * 2 - width / 2) / height,
    (y) => (y * 2) / height - 0.5,
    sunX,
    sunY,
    turn,
  );
  for (let row = 0, o = 0; row < height; row++) {
    const low = (row >> 1) * half.width;
    const down = row & 1 ? half.width : 0;
    for (let column = 0; column < width; column++) {
      const a = (low + (column >> 1)) * 3;
      const b = column & 1 ? a + 3 : a;
      for (let k = 0; k < 3; k++, o++) {
        const light =
          (half.rgb[a + k] as number) +
          (half.rgb[b + k] as number) +
          (half.rgb[a + k + down * 3] as number) +
          (half.rgb[b + k + down * 3] as number);
        rgb[o] = (rgb[o] as number) + light * 0.25 * strength;
      }
    }
  }
}

function glareAt(
  { width, height, rgb }: Film,
  across: (column: number) => number,
  downwards: (row: number) => number,
  sunX: number,
  sunY: number,
  turn: number,
): void {
  const rays = [0, 1, 2].map((n) => [Math.cos(turn + n * 1.05), Math.sin(turn + n * 1.05)] as const);
  for (let row = 0, o = 0; row < height; row++) {
    const y = downwards(row);
    for (let column = 0; column < width; column++, o += 3) {
      const x = across(column);
      const ex = x - sunX;
      const ey = y - sunY;
      const square = ex * ex + ey * ey;
      const distance = Math.sqrt(square);
      const wide = Math.exp(-distance * 6.4);
      let white = 0.0042 / (square + 0.0011) + wide * 0.12;
      for (let n = 0; n < 3; n++) {
        const [cos, sin] = rays[n] as readonly [number, number];
        const off = Math.abs(ex * sin - ey * cos);
        if (off < 0.04) white += Math.exp(-off * 150) * Math.exp(-distance * (7 + n * 2.5)) * 0.9;
      }
      rgb[o] = white + wide * 0.25;
      rgb[o + 1] = white * 0.88 + wide * 0.16;
      rgb[o + 2] = white * 0.72 + wide * 0.14;
      for (const ghost of ghosts) {
        const gx = x - sunX * ghost.place;
        const gy = y - sunY * ghost.place;
        const gap = Math.sqrt(gx * gx + gy * gy);
        if (gap >= ghost.size) continue;
        const share = smooth(ghost.size, ghost.size * 0.88, gap);
        rgb[o] = (rgb[o] as number) + ghost.r * share;
        rgb[o + 1] = (rgb[o + 1] as number) + ghost.g * share;
        rgb[o + 2] = (rgb[o + 2] as number) + ghost.b * share;
      }
    }
  }
}
