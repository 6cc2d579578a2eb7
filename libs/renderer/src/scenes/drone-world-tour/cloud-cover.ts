import type { Colour } from '../../stage/colour.ts';
import type { Light } from '../../stage/expose.ts';
import type { Film } from '../../stage/film.ts';
import { type CloudLook, passClouds } from '../landscape/cloud-gate.ts';

/** Clouds are soft: they are computed for every third point and interpolated. */
const COARSE = 3;
const light: Light = { r: 0.5, g: 0.5, b: 0.5 };

/** Draws the clouds that the camera falls through over the film; `way` is the progress of the fall, `cover` their density. */
export function coverWithClouds(film: Film, way: number, cover: number, look: CloudLook, sun: Colour): void {
  const { width, height, rgb } = film;
  const columns = Math.ceil(width / COARSE) + 2;
  const rows = Math.ceil(height / COARSE) + 2;
  const cells = new Float32Array(columns * rows * 4);
  for (let j = 0, i = 0; j < rows; j++) {
    const v = (2 * j * COARSE - height) / height;
    for (let k = 0; k < columns; k++, i += 4) {
      const through = passClouds((2 * k * COARSE - width) / height, v, way, cover, look, light);
      cells[i] = light.r * sun.r;
      cells[i + 1] = light.g * sun.g;
      cells[i + 2] = light.b * sun.b;
      cells[i + 3] = through;
    }
  }
  for (let y = 0, o = 0; y < height; y++) {
    const fy = y / COARSE - Math.floor(y / COARSE);
    for (let x = 0; x < width; x++, o += 3) {
      const fx = x / COARSE - Math.floor(x / COARSE);
      const a = (Math.floor(y / COARSE) * columns + Math.floor(x / COARSE)) * 4;
      const between = (channel: number): number => {
        const top = (cells[a + channel] as number) * (1 - fx) + (cells[a + 4 + channel] as number) * fx;
        const b = a + columns * 4;
        return top + ((cells[b + channel] as number) * (1 - fx) + (cells[b + 4 + channel] as number) * fx - top) * fy;
      };
      const through = between(3);
      for (let channel = 0; channel < 3; channel++)
        rgb[o + channel] = (rgb[o + channel] as number) * through + between(channel);
    }
  }
}
