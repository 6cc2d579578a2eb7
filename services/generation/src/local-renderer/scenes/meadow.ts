import { createBackplate } from '../stage/backplate.ts';
import { type Camera, project, unit } from '../stage/camera.ts';
import { blend, type Colour, colour, oklch, scale } from '../stage/colour.ts';
import { mix, smooth } from '../stage/easing.ts';
import type { Light } from '../stage/expose.ts';
import type { Film } from '../stage/film.ts';
import type { Lantern, Lighting } from '../stage/lighting.ts';
import type { Lump, Material, Paint } from '../stage/lump.ts';
import { fractal2, noise2 } from '../stage/noise.ts';
import type { Random } from '../stage/random.ts';
import { softDisc } from '../stage/soft-shapes.ts';

/** Hours of the day: sky from the zenith down, the glow at the horizon, grass, and the two lamps. */
const hours = [
  {
    top: [0.4, 0.16, 258],
    low: [0.72, 0.12, 215],
    glow: [0.9, 0.13, 110],
    grass: [0.56, 0.13, 132],
    key: [2.5, 2.25, 1.8],
    rim: [1.2, 1.9, 2.4],
  },
  {
    top: [0.38, 0.15, 292],
    low: [0.66, 0.15, 20],
    glow: [0.86, 0.13, 65],
    grass: [0.5, 0.11, 138],
    key: [2.7, 2.0, 1.45],
    rim: [2.6, 1.3, 1.5],
  },
  {
    top: [0.36, 0.1, 232],
    low: [0.7, 0.09, 175],
    glow: [0.9, 0.12, 90],
    grass: [0.5, 0.12, 145],
    key: [2.6, 2.2, 1.6],
    rim: [1.3, 2.2, 1.8],
  },
  {
    top: [0.34, 0.16, 275],
    low: [0.58, 0.17, 325],
    glow: [0.82, 0.12, 45],
    grass: [0.48, 0.1, 155],
    key: [2.5, 2.05, 1.75],
    rim: [1.6, 1.4, 2.8],
  },
  {
    top: [0.55, 0.12, 235],
    low: [0.82, 0.07, 210],
    glow: [0.95, 0.07, 95],
    grass: [0.62, 0.14, 126],
    key: [2.7, 2.45, 2.0],
    rim: [1.8, 1.9, 1.8],
  },
] as const;

/** A meadow in the evening: sky, hills and lights out of focus, a lawn, toadstools, and the lamps of the set. */
export function createMeadow(random: Random, side: number, trimHue: number) {
  const hour = random.pick(hours);
  const [top, low, glow, grass] = [hour.top, hour.low, hour.glow, hour.grass].map(([l, c, h]) =>
    oklch(l, c, h + random.range(-6, 6)),
  ) as [Colour, Colour, Colour, Colour];
  const sunward = unit([0.45 * side, 0.1, 1]);
  const hills = [0.15, 0.085, 0.03].map((height, n) => ({
    height,
    phase: random.range(0, 6),
    colour: blend(blend(grass, top, 0.25 + 0.1 * n), low, 0.5 - 0.22 * n),
    tall: 0.06 - 0.015 * n,
  }));
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
  const plateau = { r: grass.r * 0.75, g: grass.g * 0.78, b: grass.b * 0.7 };

  function sky(dx: number, dy: number, dz: number, light: Light, time: number): void {
    const up = smooth(0.02, 0.62, dy);
    const near = smooth(0.3, 0.0, dy) * (0.45 + 0.55 * smooth(0.2, 1, dx * sunward[0] + dz * sunward[2]));
    const sun = smooth(0.9, 1, dx * sunward[0] + dy * sunward[1] + dz * sunward[2]) ** 2 * 0.5;
    const cloud =
      dy > 0.02 ? smooth(0.45, 0.8, fractal2(dx * 2.4 + time * 0.02, dy * 6 - 2, 3)) * 0.4 * smooth(0.02, 0.2, dy) : 0;
    const lit = sun + cloud * 0.5;
    light.r = mix(mix(low.r, top.r, up), glow.r, near) + glow.r * lit;
    light.g = mix(mix(low.g, top.g, up), glow.g, near) + glow.g * lit;
    light.b = mix(mix(low.b, top.b, up), glow.b, near) + glow.b * lit;
    const around = Math.atan2(dx, dz);
    for (const { height, phase, colour: tone, tall } of hills) {
      const line =
        height * 0.6 + tall * (Math.sin(around * 3.1 + phase) + 0.5 * Math.sin(around * 7.3 + phase * 2)) - 0.03;
      const covered = smooth(line + 0.012, line - 0.012, dy);
      if (covered <= 0) continue;
      const crest = 1 + 0.9 * smooth(line - 0.06, line, dy);
      const dapple = 0.8 + 0.4 * noise2(around * 22 + phase, dy * 60);
      light.r = mix(light.r, tone.r * crest * dapple, covered);
      light.g = mix(light.g, tone.g * crest * dapple, covered);
      light.b = mix(light.b, tone.b * crest * dapple, covered);
    }
    const lawn = smooth(0.0, -0.05, dy);
    light.r = mix(light.r, plateau.r, lawn);
    light.g = mix(light.g, plateau.g, lawn);
    light.b = mix(light.b, plateau.b, lawn);
  }

  return {
    lamps,
    grass,
    glow,
    toadstools: toadstools(random, trimHue, side),
    backdrop: plate.look,
    floorFade: [3.4, 8.5] as [number, number],
    /** Paints what is behind the set; `merry` adds to the lights, `lift` lets them rise. */
    prepare(camera: Camera, aspect: number, time: number, merry: number): void {
      const film = plate.paint(camera, aspect, (dx, dy, dz, light) => sky(dx, dy, dz, light, time));
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
          scale(light.colour, (0.35 + 1.5 * light.bright) * twinkle * (1 + merry)),
          0.75,
          0.35,
          true,
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
    /** The lamps with a light that flies about. */
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

function toadstools(random: Random, trimHue: number, side: number): Lump[] {
  const stem: Material = { colour: oklch(0.9, 0.04, 85), shine: 0.1, polish: 10, soft: 0.5 };
  const lumps: Lump[] = [];
  const family = random.range(1.25, 1.45) * side;
  const hue = random.pick([25, 20, 350, trimHue]);
  for (const [dx, z, size] of [
    [0, 0.1, random.range(0.3, 0.38)],
    [0.42 * side, -0.35, random.range(0.16, 0.2)],
    [-3 * side, 0.9, random.range(0.3, 0.42)],
  ] as const) {
    const x = family + dx;
    const dots = Array.from({ length: 9 }, (_, n) => {
      const angle = n * 2.4;
      const out = n === 0 ? 0 : Math.sqrt(n / 9.5);
      return [Math.cos(angle) * out, Math.sin(angle) * out, random.range(0.12, 0.22)] as const;
    });
    const cap: Material = {
      colour: oklch(0.56, 0.2, hue + random.range(-6, 6)),
      shine: 0.5,
      polish: 40,
      soft: 0.35,
      pattern(px, py, pz, base: Colour, out: Paint) {
        let spot = 0;
        for (const [sx, sz, reach] of dots)
          spot = Math.max(
            spot,
            smooth(reach + 0.02, reach - 0.02, Math.hypot(px / size / 1.2 - sx, pz / size / 1.2 - sz)),
          );
        const under = smooth(-0.02, -0.06, py);
        const white = Math.max(spot * (1 - under), under * 0.8);
        out.r = mix(base.r, 0.92, white);
        out.g = mix(base.g, 0.87, white);
        out.b = mix(base.b, 0.78, white);
        out.gloss = 1 - 0.7 * white;
      },
    };
    lumps.push(
      { kind: 'rod', at: [x, size * 0.8, z], size: [size * 0.36, size * 0.9, size * 0.24], material: stem },
      {
        kind: 'ball',
        at: [x, size * 1.72, z],
        size: [size * 1.2, size * 0.62, size * 1.2],
        material: cap,
        turn: [0.1, 0, -0.12 * side],
      },
      {
        kind: 'ball',
        at: [x, size * 1.2, z],
        size: [size * 1.02, size * 0.4, size * 1.02],
        material: stem,
        carve: true,
        blend: 0.03,
      },
    );
  }
  // The hollow under a cap is carved before the stems are set, so that it takes nothing of them.
  const stems = lumps.filter(({ kind }) => kind === 'rod');
  return [...lumps.filter(({ kind }) => kind !== 'rod'), ...stems];
}
