import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Camera, projectOnOverlay } from '../../stage/camera.ts';
import { type Colour, toCss } from '../../stage/colour.ts';
import { clamp, easeOut, mix, smooth } from '../../stage/easing.ts';
import { drawScrap } from '../../stage/glints.ts';
import type { Random } from '../../stage/random.ts';
import { DEEP, type RoomLook } from './room-look.ts';

/** Paper scraps after the burst, and dust in the sunbeam. */
export function createAir(random: Random, look: RoomLook, tints: readonly Colour[]) {
  const scraps = Array.from({ length: 150 }, () => ({
    x: random.range(-2.2, 2.2),
    z: random.range(-2.6, 2.2),
    up: random.range(1.2, 4.4),
    spin: random.range(2, 9),
    turn: random.range(0, 6),
    size: random.range(7, 15),
    tint: toCss(random.pick(tints)),
    sway: random.range(0, 6),
  }));
  const motes = Array.from({ length: 90 }, () => ({
    x: random.range(-1, 1),
    y: random.next(),
    way: random.range(0.1, 4.5),
    size: random.range(1.2, 3.4),
    phase: random.range(0, 6),
  }));
  const [kx, ky, kz] = look.sun;
  const { x: wx, half, low, high } = look.window;
  const moteTint = toCss({ r: 1, g: 0.86, b: 0.62 });

  return (pen: SKRSContext2D, camera: Camera, time: number, burst: number): void => {
    for (const { x, y, way, size, phase } of motes) {
      const px = wx + x * half + 0.1 * Math.sin(time * 0.5 + phase) - kx * way;
      const py = mix(low, high, y) + 0.08 * Math.sin(time * 0.7 + phase * 2) - ky * way;
      if (py < 0.05) continue;
      const place = projectOnOverlay(camera, px, py, DEEP - kz * way + 0.1 * Math.sin(time * 0.4 + phase * 3));
      if (place.depth < 0.8) continue;
      pen.globalAlpha = 0.5 * (0.5 + 0.5 * Math.sin(time * 1.9 + phase * 5)) ** 2;
      pen.fillStyle = moteTint;
      pen.beginPath();
      pen.arc(place.x, place.y, (size * 6) / place.depth, 0, Math.PI * 2);
      pen.fill();
    }
    pen.globalAlpha = 1;
    if (burst < 0) return;
    for (const { x, z, up, spin, turn, size, tint, sway } of scraps) {
      const fly = easeOut(burst, 3);
      const height = mix(0.7, up + 0.6, fly) - 0.3 * burst - 0.13 * burst * burst;
      if (height < 0.02) continue;
      const place = projectOnOverlay(camera, x * fly + 0.12 * Math.sin(time * 2 + sway), height, z * fly);
      if (place.depth < 0.9) continue;
      const near = Math.min(3, 6.5 / place.depth);
      const seen = clamp(burst * 8) * smooth(0, 0.25, height);
      drawScrap(pen, place.x, place.y, size * near, turn + burst * spin * 0.4, burst * spin + sway, tint, seen);
    }
  };
}
