import { type Camera, project } from '../../stage/camera.ts';
import type { Clay } from '../../stage/clay-set.ts';
import { blend, type Colour, colour, oklch, scale } from '../../stage/colour.ts';
import { smooth } from '../../stage/easing.ts';
import type { Film } from '../../stage/film.ts';
import type { Lighting } from '../../stage/lighting.ts';
import { noise2 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import { softBlade, softDisc } from '../../stage/soft-shapes.ts';

interface Blade {
  x: number;
  z: number;
  height: number;
  lean: number;
  phase: number;
  root: Colour;
  tip: Colour;
  /** The colour of a flower; undefined for a blade of grass. */
  petal?: Colour;
}

/**
 * Grass in front of the figure, drawn over the traced film from far to near. It is dark in the figure's shadow and out of
 * focus close to the camera. There is no grass behind the figure: the drawing does not test what hides a blade.
 */
export function createLawn(random: Random, grass: Colour, glow: Colour) {
  const blades: Blade[] = [];
  const add = (x: number, z: number, height: number, petal?: Colour) => {
    const tone = random.range(0.5, 1.25);
    const warm = blend(grass, glow, random.range(0, 0.3));
    blades.push({
      x,
      z,
      height,
      lean: random.range(-0.5, 0.5),
      phase: random.range(0, 6),
      root: scale(grass, 0.55 * tone),
      tip: scale(warm, 1.7 * tone),
      ...(petal ? { petal } : {}),
    });
  };
  for (let n = 0; n < 620; n++) {
    const z = -0.75 - random.next() ** 0.8 * 3.1;
    const x = random.range(-2.3, 2.3);
    if (noise2(x * 1.3 + 9, z * 1.3) > 0.36) add(x, z, random.range(0.06, 0.2));
  }
  const petals = [colour(0.95, 0.92, 0.86), oklch(0.85, 0.15, 90), oklch(0.72, 0.16, random.range(280, 360))];
  for (let n = 0; n < 15; n++) {
    const z = random.range(-2.6, -0.8);
    add(random.range(0.75, 2) * (n % 2 ? 1 : -1), z, random.range(0.16, 0.3), random.pick(petals));
  }
  for (let n = 0; n < 26; n++)
    add(random.range(0.45, 1.5) * (n % 2 ? 1 : -1), random.range(-5.4, -4.2), random.range(0.3, 0.72));
  blades.sort((a, b) => b.z - a.z);

  return {
    paint(film: Film, camera: Camera, clay: Clay, lamps: Lighting, focus: number, time: number): void {
      const [kx, ky, kz] = lamps.key;
      for (const blade of blades) {
        const sway = 0.05 * Math.sin(time * 1.7 + blade.phase + blade.x) + blade.lean * blade.height;
        const foot = project(camera, blade.x, 0, blade.z);
        if (foot.depth < 0.45) continue;
        const head = project(camera, blade.x + sway, blade.height, blade.z);
        const unit = (camera.focal * film.height) / (2 * foot.depth);
        const x = film.width / 2 + foot.x * film.height;
        const y = film.height / 2 + foot.y * film.height;
        const tx = film.width / 2 + head.x * film.height;
        const ty = film.height / 2 + head.y * film.height;
        if (ty > film.height || Math.max(x, tx) < -40 || Math.min(x, tx) > film.width + 40) continue;
        const blur = Math.abs(1 / foot.depth - 1 / focus) * film.height * 0.045;
        const lit = 0.32 + 0.68 * clay.shadow(blade.x, blade.height * 0.5, blade.z, kx, ky, kz, 8);
        const near = lamps.lantern
          ? 1.6 /
            (1 +
              ((blade.x - lamps.lantern.at[0]) ** 2 + lamps.lantern.at[1] ** 2 + (blade.z - lamps.lantern.at[2]) ** 2) *
                2)
          : 0;
        const root = scale(blade.root, lit);
        const tip = scale(blade.tip, lit + near);
        const soft = 0.7 + blur;
        const width = unit * (blade.petal ? 0.018 : 0.034) + blur * 0.4;
        softBlade(film, x, y + 1, tx, ty, -sway * unit * 0.4, width, soft, root, tip, smooth(0.4, 0.9, foot.depth));
        if (blade.petal) flower(film, tx, ty, unit * 0.05, soft, scale(blade.petal, (lit + near) * 1.3));
      }
    },
  };
}

function flower(film: Film, x: number, y: number, size: number, soft: number, petal: Colour): void {
  for (let n = 0; n < 5; n++) {
    const angle = n * 1.2566 + 0.3;
    softDisc(film, x + Math.cos(angle) * size, y + Math.sin(angle) * size * 0.6, size * 0.62, soft * 0.8, petal, 0.95);
  }
  softDisc(film, x, y, size * 0.5, soft * 0.8, { r: 0.95, g: 0.55, b: 0.08 }, 1);
}
