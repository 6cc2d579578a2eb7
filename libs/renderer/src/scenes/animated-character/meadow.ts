import { createBackplate } from '../../stage/backplate.ts';
import { type Camera, project, unit } from '../../stage/camera.ts';
import { blend, type Colour, colour, oklch, scale } from '../../stage/colour.ts';
import type { Film } from '../../stage/film.ts';
import type { Lantern, Lighting } from '../../stage/lighting.ts';
import { fractal2, noise2 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';
import { softDisc } from '../../stage/soft-shapes.ts';
import { createSky } from './meadow-sky.ts';
import { toadstools } from './toadstools.ts';

/** A meadow in the evening: sky, hills and lights out of focus, a lawn, toadstools, and the lighting. */
export function createMeadow(random: Random, side: number, trimHue: number) {
  const { hour, top, low, glow, grass, show } = createSky(random, side);
  const bushes = Array.from({ length: 16 }, (_, n) => ({
    x: random.range(2.2, 7.5) * (n % 2 ? 1 : -1),
    z: random.range(4, 9),
    size: random.range(0.45, 1.15),
    tone: random.range(0.25, 0.6),
  })).sort((a, b) => b.z - a.z);
  const bokeh = Array.from({ length: 34 }, () => ({
    x: random.range(-6.5, 6.5),
    y: random.range(0.3, 7),
    z: random.range(4, 12),
    size: random.range(0.1, 0.34),
    bright: random.range(0.25, 1) ** 2,
    phase: random.range(0, 6),
    colour: blend(
      random.pick([glow, oklch(0.8, 0.14, 200), oklch(0.75, 0.17, 350), oklch(0.86, 0.15, 80)]),
      colour(1, 1, 1),
      0.05,
    ),
  }));
  const plate = createBackplate(150);
  const lamps: Lighting = {
    key: unit([-0.55 * side, 0.72, -0.62]),
    keyColour: colour(hour.key[0], hour.key[1], hour.key[2]),
    sky: scale(blend(blend(top, low, 0.55), colour(0.6, 0.6, 0.6), 0.2), 0.62),
    ground: scale(grass, 0.9),
    rim: unit([0.6 * side, 0.42, 0.7]),
    rimColour: colour(hour.rim[0], hour.rim[1], hour.rim[2]),
    hardness: 8,
  };

  return {
    lamps,
    grass,
    glow,
    toadstools: toadstools(random, trimHue, side),
    backdrop: plate.look,
    floorFade: [3.4, 8.5] as [number, number],
    /** Paints the background; `merry` brightens its lights. */
    prepare(camera: Camera, aspect: number, time: number, merry: number): void {
      const film = plate.paint(camera, aspect, (dx, dy, dz, light) => show(dx, dy, dz, light, time));
      for (const { x, z, size, tone } of bushes) {
        const spot = spotOn(film, camera, x, size * 0.35, z);
        if (!spot) continue;
        for (const [ox, oy, share] of [
          [0, 0, 1],
          [-0.62, -0.1, 0.7],
          [0.6, -0.05, 0.75],
          [0.15, 0.42, 0.62],
        ] as const)
          softDisc(
            film,
            spot.x + ox * size * spot.scale,
            spot.y - oy * size * spot.scale,
            size * share * spot.scale,
            3,
            scale(grass, tone + 0.25 * oy),
            0.92,
          );
      }
      for (const light of bokeh) {
        const rise = light.y + 0.16 * time + 0.9 * merry * (1 - light.bright);
        const spot = spotOn(film, camera, light.x + 0.2 * Math.sin(time * 0.7 + light.phase), rise, light.z);
        if (!spot) continue;
        const twinkle = 0.65 + 0.35 * Math.sin(time * (1 + light.bright) + light.phase);
        softDisc(
          film,
          spot.x,
          spot.y,
          light.size * spot.scale * (1 + 0.25 * merry),
          0.8,
          scale(light.colour, (0.6 + 1.5 * light.bright) * (1 + 0.7 * merry)),
          Math.min(0.85, (0.28 + 0.5 * light.bright) * twinkle * (1 + merry)),
          0.35,
        );
      }
    },
    floor(x: number, z: number, out: Colour): void {
      const tuft = fractal2(x * 7, z * 4.5, 3);
      const patch = noise2(x * 0.9 + 4, z * 0.9);
      const tone = (0.34 + 0.75 * tuft) * (0.75 + 0.5 * patch);
      out.r = grass.r * tone * (0.8 + 0.4 * patch);
      out.g = grass.g * tone;
      out.b = grass.b * tone * 0.8;
    },
    /** The lighting plus a light that flies about. */
    withLantern(lantern: Lantern): Lighting {
      return { ...lamps, lantern };
    },
  };
}

function spotOn(film: Film, camera: Camera, x: number, y: number, z: number) {
  const spot = project(camera, x, y, z);
  if (spot.depth < 0.5) return null;
  return {
    x: film.width / 2 + spot.x * film.height,
    y: film.height / 2 + spot.y * film.height,
    scale: (camera.focal * film.height) / (2 * spot.depth),
  };
}
