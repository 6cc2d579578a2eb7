import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { fractal2 } from '../../stage/noise.ts';

const LAYERS = 3;

export interface CloudLook {
  /** The side the light comes from, -1 or 1. */
  side: number;
  /** 0 is white light, 1 that of evening. */
  warm: number;
  salt: number;
}

/**
 * Clouds the camera falls through: layers of torn cloud that rush outwards, lit from one side and blue in their shade, with gaps
 * between them and the widest in the middle. `u` and `v` are places in the picture, `way` how far the fall has come, `cover` how thick it is.
 * Writes their light and returns how much of what lies behind shows through.
 */
export function passClouds(
  u: number,
  v: number,
  way: number,
  cover: number,
  { side, warm, salt }: CloudLook,
  light: Light,
): number {
  let through = 1;
  light.r = 0;
  light.g = 0;
  light.b = 0;
  const parted = 0.15 * Math.exp(-(u * u * 3.2 + v * v * 2.2));
  for (let layer = LAYERS - 1; layer >= 0; layer--) {
    const phase = way + layer / LAYERS;
    const near = phase - Math.floor(phase);
    const presence = Math.sin(Math.PI * near) * cover;
    if (presence < 0.03) continue;
    const scale = 3.4 * Math.exp(-near * 2.3);
    const own = (Math.floor(phase) * LAYERS + layer) * 17.3 + salt;
    const x = u * scale + own;
    const y = v * scale + own * 0.7;
    const ahead = fractal2(x + side * 0.22, y - 0.26, 3) - parted + 0.03;
    const edge = 0.52 - 0.06 * presence;
    // What lies below is in the cloud's shadow, a little aside of it.
    const open = 1 - 0.55 * smooth(edge - 0.03, edge + 0.09, ahead) * clamp(presence * 1.6);
    const dense = fractal2(x, y, near < 0.35 ? 4 : 5) - parted + (near < 0.35 ? 0.015 : 0);
    const share = smooth(edge, edge + 0.11, dense) * clamp(presence * 1.8);
    // Bright where the cloud bulges towards the light, grey-blue in its folds and thin rims: never one white sheet.
    const bulge = smooth(-0.1, 0.2, dense - ahead);
    const core = smooth(edge, edge + 0.24, dense);
    const lit = bulge * (0.3 + 0.7 * core);
    const left = open * (1 - share);
    light.r = light.r * left + mix(0.13, 1.3, lit) * share;
    light.g = light.g * left + mix(0.17, mix(1.16, 1.0, warm), lit) * share;
    light.b = light.b * left + mix(0.25, mix(1.12, 0.8, warm), lit) * share;
    through *= left;
  }
  return through;
}
