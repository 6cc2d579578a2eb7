import { type Colour, colour } from '../../stage/colour.ts';
import { DEEP, HALF, HIGH, type RoomLook } from './room-look.ts';
import type { RoomWindow } from './room-window.ts';

/** The state of a frame. Shares are from 0 to 1; those of the rug and the curtains overshoot a little. */
export interface RoomMoment {
  rug: number;
  /** How far the curtains are down. */
  drawn: number;
  lamp: number;
  /** Light from the box. */
  glow: number;
  glowAt: [number, number, number];
  time: number;
}

/** Light that reaches a point; the function that `createRoomLight` returns writes it. */
export const arriving: Colour = colour(0.5, 0.5, 0.5);

const LAMP = colour(3.1, 1.75, 0.72);
const GLOW = colour(2.6, 1.7, 0.75);

/** Returns a function that adds up ambient, sky, sun, the lit floor, lamp and box at a point and writes `arriving`. */
export function createRoomLight(look: RoomLook, window: RoomWindow, lampAt: [number, number, number]) {
  const [kx, ky, kz] = look.sun;
  const { x: wx, half, low, high } = look.window;
  const wy = (low + high) / 2;
  const area = half * 2 * (high - low);
  const { sunColour, skyColour, lowSky, fill, wood, wallColour } = look;
  const sky = colour(
    skyColour.r * 0.55 + lowSky.r * 0.5,
    skyColour.g * 0.55 + lowSky.g * 0.5,
    skyColour.b * 0.55 + lowSky.b * 0.5,
  );
  // The middle of the bright patch on the floor, and the light it reflects into the room.
  const fall = wy / ky;
  const patch = { x: wx - kx * fall, z: DEEP - kz * fall };
  const back = area * 0.62 * ky;
  const tone = 0.5;
  const bounce = colour(
    sunColour.r * back * (wood.r * (1 - tone) + 0.3 * tone),
    sunColour.g * back * (wood.g * (1 - tone) + 0.24 * tone),
    sunColour.b * back * (wood.b * (1 - tone) + 0.18 * tone),
  );
  const around = colour(
    fill * (0.42 + 0.6 * wallColour.r),
    fill * (0.42 + 0.6 * wallColour.g),
    fill * (0.46 + 0.6 * wallColour.b),
  );

  return function roomLight(
    x: number,
    y: number,
    z: number,
    nx: number,
    ny: number,
    nz: number,
    open: number,
    soft: number,
    moment: RoomMoment,
    /** Share of the window that is visible from the point. */
    reached: number,
    /** Share of the sun that furniture lets through. */
    sunned: number,
  ): void {
    // The room's ambient light, stronger towards the open side, where the camera is.
    const front = 0.62 + 0.38 * (ny * 0.35 - nz * 0.94);
    arriving.r = around.r * front * open * 1.5;
    arriving.g = around.g * front * open * 1.5;
    arriving.b = around.b * front * open * 1.5;

    const sx = wx - x;
    const sy = wy - y;
    const sz = DEEP + 0.1 - z;
    const square = sx * sx + sy * sy + sz * sz;
    const inverse = 1 / Math.sqrt(square);
    const facing = (nx * sx + ny * sy + nz * sz) * inverse;
    const wrapped = Math.max(0, (facing + 0.25 + soft) / (1.25 + soft));
    const wide = (area * sz * inverse) / (square + 1.6);
    if (wrapped * wide > 0.01) {
      const gain = wrapped * wide * (0.25 + 0.75 * reached) * (1 - 0.35 * moment.drawn);
      arriving.r += sky.r * gain;
      arriving.g += sky.g * gain;
      arriving.b += sky.b * gain;
    }
    const sunward = nx * kx + ny * ky + nz * kz;
    const lit = Math.max(0, (sunward + soft * 0.5) / (1 + soft * 0.5));
    if (lit > 0) {
      const through = window.sunlit(x, y, z, moment.drawn);
      if (through > 0.004) {
        const gain = lit * through * sunned;
        arriving.r += sunColour.r * gain;
        arriving.g += sunColour.g * gain;
        arriving.b += sunColour.b * gain;
      }
    }
    const px = patch.x - x;
    const py = 0.05 - y;
    const pz = patch.z - z;
    const apart = px * px + py * py + pz * pz;
    const distance = 1 / Math.sqrt(apart + 0.01);
    const from = Math.max(0, 0.3 + 0.7 * (nx * px + ny * py + nz * pz) * distance) * Math.max(0.12, -py * distance);
    const returned = (from * open) / (apart + 2.2) / 3.1;
    arriving.r += bounce.r * returned;
    arriving.g += bounce.g * returned;
    arriving.b += bounce.b * returned;

    if (moment.lamp > 0) spot(lampAt, LAMP, moment.lamp * 1.15, 0.22, x, y, z, nx, ny, nz, open);
    if (moment.glow > 0) spot(moment.glowAt, GLOW, moment.glow * 2.2, 0.1, x, y, z, nx, ny, nz, open);
  };
}

function spot(
  at: readonly [number, number, number],
  tint: Colour,
  strength: number,
  near: number,
  x: number,
  y: number,
  z: number,
  nx: number,
  ny: number,
  nz: number,
  open: number,
): void {
  const lx = at[0] - x;
  const ly = at[1] - y;
  const lz = at[2] - z;
  const far = lx * lx + ly * ly + lz * lz;
  const turned = (nx * lx + ny * ly + nz * lz) / Math.sqrt(far + 0.001);
  const gain = (Math.max(0, 0.25 + 0.75 * turned) * strength * (0.3 + 0.7 * open)) / (far + near);
  arriving.r += tint.r * gain;
  arriving.g += tint.g * gain;
  arriving.b += tint.b * gain;
}

/** Ambient occlusion in the corners of the shell. */
export function cornered(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
  return (
    (1 - 0.42 * Math.exp(-(HALF - Math.abs(x)) * 2.2) * (1 - Math.abs(nx))) *
    (1 - 0.45 * Math.exp(-y * 2.2) * (1 - Math.abs(ny))) *
    (1 - 0.42 * Math.exp(-(DEEP - z) * 1.8) * (1 - Math.abs(nz))) *
    (1 - 0.4 * Math.exp(-(HIGH - y) * 1.6) * (1 - Math.abs(ny)))
  );
}
