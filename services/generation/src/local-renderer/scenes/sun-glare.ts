import type { Camera } from '../stage/camera.ts';
import { unit } from '../stage/camera.ts';
import { smooth } from '../stage/easing.ts';
import { at, type Film } from '../stage/film.ts';
import type { Vector } from '../stage/matrix.ts';

/** The direction of the sun with what points along `out` taken away. */
export function sunAside(out: Vector, sun: Vector): Vector {
  const behind = sun[0] * out[0] + sun[1] * out[1] + sun[2] * out[2];
  return unit([sun[0] - out[0] * behind, sun[1] - out[1] * behind, sun[2] - out[2] * behind]);
}

/** Where the sun stands on the edge of a ball of radius 1 at the origin, in picture heights from the centre; null when not in view. */
export function sunOnLimb(camera: Camera, sun: Vector, rise: number): { x: number; y: number } | null {
  const { x, y, z, right, up, forward, focal } = camera;
  const away = Math.hypot(x, y, z);
  const out: Vector = [x / away, y / away, z / away];
  const aside = sunAside(out, sun);
  // The point of the edge that lies towards the sun, lifted by `rise` radii.
  const sine = 1 / away;
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

/** Lays the sun's glare over the film: a hot heart, a wide glow, two long rays and the ghosts a lens throws. */
export function drawGlare(
  { width, height, rgb }: Film,
  sunX: number,
  sunY: number,
  strength: number,
  turn: number,
): void {
  if (strength <= 0.002) return;
  const rays = [0, 1, 2].map((n) => [Math.cos(turn + n * 1.05), Math.sin(turn + n * 1.05)] as const);
  const ghosts = [
    { place: -0.25, size: 0.035, r: 0.05, g: 0.03, b: 0.01 },
    { place: -0.55, size: 0.085, r: 0.01, g: 0.035, b: 0.06 },
    { place: -0.85, size: 0.05, r: 0.03, g: 0.045, b: 0.02 },
  ];
  for (let row = 0, o = 0; row < height; row++) {
    const y = (row + 0.5) / height - 0.5;
    for (let column = 0; column < width; column++, o += 3) {
      const x = (column + 0.5 - width / 2) / height;
      const ex = x - sunX;
      const ey = y - sunY;
      const square = ex * ex + ey * ey;
      const away = Math.sqrt(square);
      const wide = Math.exp(-away * 5.2);
      let white = 0.0042 / (square + 0.0011) + wide * 0.12;
      if (away < 0.7)
        for (let n = 0; n < 3; n++) {
          const [cos, sin] = rays[n] as readonly [number, number];
          const off = Math.abs(ex * sin - ey * cos);
          if (off < 0.05) white += Math.exp(-off * 190) * Math.exp(-away * (7 + n * 2.5)) * 0.9;
        }
      let r = white + wide * 0.42;
      let g = white * 0.86 + wide * 0.2;
      let b = white * 0.66 + wide * 0.08;
      for (const ghost of ghosts) {
        const gx = x - sunX * ghost.place;
        const gy = y - sunY * ghost.place;
        const gap = gx * gx + gy * gy;
        if (gap > ghost.size * ghost.size) continue;
        const share = smooth(ghost.size, ghost.size * 0.9, Math.sqrt(gap));
        r += ghost.r * share;
        g += ghost.g * share;
        b += ghost.b * share;
      }
      rgb[o] = at(rgb, o) + r * strength;
      rgb[o + 1] = at(rgb, o + 1) + g * strength;
      rgb[o + 2] = at(rgb, o + 2) + b * strength;
    }
  }
}
