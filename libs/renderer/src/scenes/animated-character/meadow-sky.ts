import { unit } from '../../stage/camera.ts';
import { blend, type Colour, oklch } from '../../stage/colour.ts';
import { mix, smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { fractal2, noise2 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';

/** Colours by hour of the day: the sky from the zenith down, the glow at the horizon, the grass, and the two lights. */
const hours = [
  {
    top: [0.4, 0.16, 258],
    low: [0.72, 0.12, 215],
    glow: [0.85, 0.15, 100],
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
    glow: [0.85, 0.14, 80],
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
    top: [0.48, 0.14, 245],
    low: [0.74, 0.11, 215],
    glow: [0.88, 0.12, 75],
    grass: [0.62, 0.14, 126],
    key: [2.7, 2.45, 2.0],
    rim: [1.8, 1.9, 1.8],
  },
] as const;

/** The sky over a meadow, the hills, and the lawn in front of them. */
export function createSky(random: Random, side: number) {
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
  const plateau = { r: grass.r * 0.75, g: grass.g * 0.78, b: grass.b * 0.7 };

  function show(dx: number, dy: number, dz: number, light: Light, time: number): void {
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

  return { hour, top, low, glow, grass, show };
}
