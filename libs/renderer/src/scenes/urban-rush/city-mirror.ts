import { createBackplate } from '../../stage/backplate.ts';
import type { Camera } from '../../stage/camera.ts';
import type { Light, TraceRay } from '../../stage/expose.ts';
import type { Film } from '../../stage/film.ts';

/** Width of the reflected picture as a share of the film's. */
const SHARE = 0.25;
/** Half the length that wet asphalt stretches a reflection to, as a share of the picture's height. */
const STRETCH = 0.022;

const other: Light = { r: 0.5, g: 0.5, b: 0.5 };

/** What the wet road reflects: a small picture for puddles, and the same stretched upright for rough asphalt. */
export function createMirror() {
  let plate = createBackplate(8);
  let plateWidth = 8;
  let soft: Film | null = null;

  return {
    paint(camera: Camera, film: Film, reflected: TraceRay): void {
      const width = Math.max(24, Math.round(film.width * SHARE));
      if (width !== plateWidth) {
        plate = createBackplate(width);
        plateWidth = width;
      }
      const sharp = plate.paint(camera, film.height / film.width, reflected);
      const reach = Math.max(1, Math.round(sharp.height * STRETCH));
      soft = stretched(stretched(sharp, reach), reach);
    },
    /** The reflection in the direction of the road's point; `puddle`: 0 is rough asphalt, 1 still water. */
    look(dx: number, dy: number, dz: number, puddle: number, light: Light): void {
      plate.look(dx, dy, dz, light);
      if (!soft) return;
      plate.look(dx, dy, dz, other, soft);
      light.r = other.r + (light.r - other.r) * puddle;
      light.g = other.g + (light.g - other.g) * puddle;
      light.b = other.b + (light.b - other.b) * puddle;
    },
  };
}

/** A box blur along the columns. */
function stretched({ width, height, rgb }: Film, reach: number): Film {
  const to = new Float32Array(rgb.length);
  const step = width * 3;
  const weight = 1 / (reach * 2 + 1);
  for (let start = 0; start < step; start++) {
    let sum = 0;
    for (let y = -reach; y <= reach; y++) sum += rgb[start + Math.min(height - 1, Math.max(0, y)) * step] as number;
    for (let y = 0; y < height; y++) {
      to[start + y * step] = sum * weight;
      sum +=
        (rgb[start + Math.min(height - 1, y + reach + 1) * step] as number) -
        (rgb[start + Math.max(0, y - reach) * step] as number);
    }
  }
  return { width, height, rgb: to };
}
