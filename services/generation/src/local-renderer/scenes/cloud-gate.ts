import { clamp, mix, smooth } from '../stage/easing.ts';
import type { Light } from '../stage/expose.ts';
import { fractal2 } from '../stage/noise.ts';

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
 * between them. `u` and `v` are places in the picture, `way` how far the fall has come, `cover` how thick it is.
 */
export function passClouds(
  u: number,
  v: number,
  way: number,
  cover: number,
  { side, warm, salt }: CloudLook,
  light: Light,
): void {
  for (let layer = LAYERS - 1; layer >= 0; layer--) {
    const phase = way + layer / LAYERS;
    const near = phase - Math.floor(phase);
    const scale = 3.4 * Math.exp(-near * 2.3);
    const own = (Math.floor(phase) * LAYERS + layer) * 17.3 + salt;
    const x = u * scale + own;
    const y = v * scale + own * 0.7;
    const dense = fractal2(x, y, 5);
    const presence = Math.sin(Math.PI * near) * cover;
    const share = smooth(0.62 - 0.1 * presence, 0.76 - 0.1 * presence, dense + 0.1) * clamp(presence * 1.6);
    if (share < 0.003) continue;
    const ahead = fractal2(x + side * 0.2, y - 0.24, 4);
    const lit = smooth(-0.2, 0.22, dense - ahead) * (0.85 + 0.3 * dense);
    light.r = mix(light.r, mix(0.13, 1.3, lit), share);
    light.g = mix(light.g, mix(0.17, mix(1.16, 1.0, warm), lit), share);
    light.b = mix(light.b, mix(0.25, mix(1.12, 0.8, warm), lit), share);
  }
}
