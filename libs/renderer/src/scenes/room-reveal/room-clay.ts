import type { ClayHit } from '../../stage/clay-set.ts';
import { smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import type { Paint } from '../../stage/lump.ts';
import { arriving, type createRoomLight, type RoomMoment } from './room-light.ts';
import { DEEP, type RoomLook } from './room-look.ts';
import type { RoomWindow } from './room-window.ts';

const painted: Paint = { r: 0.5, g: 0.5, b: 0.5, gloss: 1 };

/** Shades the room's clay: cloth with its nap, lacquer with the window's reflection. */
export function createClayShader(
  look: RoomLook,
  window: RoomWindow,
  roomLight: ReturnType<typeof createRoomLight>,
  moment: RoomMoment,
) {
  const { sunColour } = look;
  const [kx, ky, kz] = look.sun;
  const { drawn } = moment;

  return function shadeClay(
    hit: ClayHit,
    x: number,
    y: number,
    z: number,
    dx: number,
    dy: number,
    dz: number,
    /** Ambient openness of the point, and the share of the sun that furniture lets through. */
    open: number,
    sunned: number,
    light: Light,
  ): void {
    const { nx, ny, nz, material } = hit;
    const { colour, shine, soft = 0, glow: own = 0 } = material;
    painted.r = colour.r;
    painted.g = colour.g;
    painted.b = colour.b;
    if (material.pattern) material.pattern(hit.lx, hit.ly, hit.lz, colour, painted);
    const { r, g, b } = painted;
    roomLight(x, y, z, nx, ny, nz, open, soft, moment, open * open, sunned);
    const facing = Math.max(0, -(nx * dx + ny * dy + nz * dz));
    const edge = (1 - facing) ** 3;
    // At a grazing angle, the nap of cloth catches light, and lacquer reflects.
    const nap = shine < 0.15 ? edge * 0.45 : 0;
    light.r = r * (arriving.r * (1 + nap) + own);
    light.g = g * (arriving.g * (1 + nap) + own);
    light.b = b * (arriving.b * (1 + nap) + own);
    if (shine < 0.12) return;
    const rx = dx + 2 * facing * nx;
    const ry = dy + 2 * facing * ny;
    const rz = dz + 2 * facing * nz;
    const fresnel = shine * (0.05 + 0.7 * edge * (1 - facing)) * open;
    let pr = look.fill * 0.9 + 0.5 * arriving.r * 0.3;
    let pg = look.fill * 0.86 + 0.5 * arriving.g * 0.3;
    let pb = look.fill * 0.82 + 0.5 * arriving.b * 0.3;
    if (rz > 0.02) {
      const t = (DEEP - z) / rz;
      const inside = smooth(0.25, -0.2, window.opening(x + rx * t, y + ry * t));
      pr += inside * look.lowSky.r * 1.3;
      pg += inside * look.lowSky.g * 1.3;
      pb += inside * look.lowSky.b * 1.3;
    }
    const polish = Math.max(0, rx * kx + ry * ky + rz * kz) ** material.polish * shine * window.sunlit(x, y, z, drawn);
    light.r += pr * fresnel + sunColour.r * polish * 0.3;
    light.g += pg * fresnel + sunColour.g * polish * 0.3;
    light.b += pb * fresnel + sunColour.b * polish * 0.3;
  };
}
