import { clamp, mix, smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { fractal2 } from '../../stage/noise.ts';

const LAYERS = 3;

export interface CloudLook {
  /** The side the light comes from, -1 or 1. */
  side: number;
  /** 0 is white light, 1 is evening light. */
  warm: number;
  salt: number;
}

/**
 * The clouds that the camera falls through: layers of torn cloud that rush outwards, with the widest gap in the middle.
 * (`u`, `v`) is the point in the picture, `way` the progress of the fall, `cover` the density. Writes the light of the clouds;
 * returns the share of the background that shows through.
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
    // The cloud's shadow falls on the layers below, a little to one side.
    const open = 1 - 0.55 * smooth(edge - 0.03, edge + 0.09, ahead) * clamp(presence * 1.6);
    const dense = fractal2(x, y, near < 0.35 ? 4 : 5) - parted + (near < 0.35 ? 0.015 : 0);
    const share = smooth(edge, edge + 0.11, dense) * clamp(presence * 1.8);
    // Bright where the cloud bulges towards the light, grey-blue in its folds and thin rims, so that it never is plain white.
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
