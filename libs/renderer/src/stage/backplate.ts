import type { Camera } from './camera.ts';
import type { Light } from './expose.ts';
import { createFilm, type Film } from './film.ts';

/**
 * An out-of-focus background. It is painted once per frame as a small picture; rays that hit nothing sample it with
 * interpolation, which blurs it. It costs a twentieth of a traced background.
 */
export function createBackplate(width: number) {
  let film = createFilm(width, Math.round((width * 16) / 9));
  let camera: Camera | null = null;

  return {
    /** Paints the light of each direction; returns the film, so that discs of light can be added. */
    paint(by: Camera, aspect: number, show: (dx: number, dy: number, dz: number, light: Light) => void): Film {
      const height = Math.round(width * aspect);
      if (film.height !== height) film = createFilm(width, height);
      camera = by;
      const { right, up, forward, focal } = by;
      const light: Light = { r: 0.5, g: 0.5, b: 0.5 };
      for (let y = 0, i = 0; y < height; y++) {
        const v = (height - 2 * y - 1) / height;
        for (let x = 0; x < width; x++, i += 3) {
          const u = (2 * x + 1 - width) / height;
          const dx = forward[0] * focal + right[0] * u + up[0] * v;
          const dy = forward[1] * focal + right[1] * u + up[1] * v;
          const dz = forward[2] * focal + right[2] * u + up[2] * v;
          const inverse = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz);
          show(dx * inverse, dy * inverse, dz * inverse, light);
          film.rgb[i] = light.r;
          film.rgb[i + 1] = light.g;
          film.rgb[i + 2] = light.b;
        }
      }
      return film;
    },
    /** The light from a direction; outside the picture, that of the nearest edge. `of`: another picture of the same size. */
    look(dx: number, dy: number, dz: number, light: Light, of = film): void {
      const { rgb, height } = of;
      const { right, up, forward, focal } = camera as Camera;
      const ahead = focal / Math.max(0.05, dx * forward[0] + dy * forward[1] + dz * forward[2]);
      const along = (dx * right[0] + dy * right[1] + dz * right[2]) * ahead;
      const above = (dx * up[0] + dy * up[1] + dz * up[2]) * ahead;
      const x = Math.max(0, Math.min(width - 1.001, (along * height + width) * 0.5 - 0.5));
      const y = Math.max(0, Math.min(height - 1.001, (1 - above) * height * 0.5 - 0.5));
      const ix = x | 0;
      const iy = y | 0;
      const fx = x - ix;
      const fy = y - iy;
      const i = (iy * width + ix) * 3;
      const j = i + width * 3;
      const a = (1 - fx) * (1 - fy);
      const b = fx * (1 - fy);
      const c = (1 - fx) * fy;
      const d = fx * fy;
      light.r =
        (rgb[i] as number) * a + (rgb[i + 3] as number) * b + (rgb[j] as number) * c + (rgb[j + 3] as number) * d;
      light.g =
        (rgb[i + 1] as number) * a +
        (rgb[i + 4] as number) * b +
        (rgb[j + 1] as number) * c +
        (rgb[j + 4] as number) * d;
      light.b =
        (rgb[i + 2] as number) * a +
        (rgb[i + 5] as number) * b +
        (rgb[j + 2] as number) * c +
        (rgb[j + 5] as number) * d;
    },
  };
}
