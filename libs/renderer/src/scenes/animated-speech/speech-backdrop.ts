import { type Colour, colour, oklch, scale } from '../../stage/colour.ts';
import { mix, smooth } from '../../stage/easing.ts';
import type { Light } from '../../stage/expose.ts';
import { noise2 } from '../../stage/noise.ts';
import type { Random } from '../../stage/random.ts';

/** The beat of the wall, `ago` seconds before now: 0 closed to 1 open. */
type Pulse = (ago: number) => number;
/** Paints a point of the wall; (x, y) is in scene units from the middle of the head. */
type Paint = (x: number, y: number, tones: Tones, pulse: Pulse, time: number, light: Light) => void;

interface Tones {
  wall: Colour;
  first: Colour;
  second: Colour;
  third: Colour;
}

export const WALL_Z = 2.3;
const KINDS = { rings, curtain, lamps } as const;

/** A wall behind the speaker in two sets of colours: at the turn the second spreads over the first from the head outwards. */
export function createBackdrop(random: Random, hue: number, turn: number) {
  const paint = KINDS[random.pick(['rings', 'curtain', 'lamps'] as const)](random);
  const other = hue + random.pick([-75, 60, 150]);
  const [before, after] = [tonesOf(hue), tonesOf(other)];

  const sweep = random.range(0, 6);

  /** Writes the light of the wall at a point and time; `spot` is the strength of the spotlight, `party` that of the beams. */
  function wall(x: number, y: number, time: number, pulse: Pulse, spot: number, party: number, light: Light): void {
    const distance = Math.hypot(x, y);
    const front = (time - turn) * 7;
    const changed = time < turn ? 0 : smooth(0.12, -0.12, distance - front);
    paint(x, y, changed > 0.5 ? after : before, pulse, time, light);
    // The edge of the new colours is a bright band.
    const band = time < turn ? 0 : smooth(0.3, 0, Math.abs(distance - front)) * smooth(1, 0.2, time - turn);
    light.r += band * 0.9;
    light.g += band * 0.85;
    light.b += band * 0.8;
    // A spotlight on the wall behind the head; the stage is dark around it.
    const pool = 0.3 + 0.95 * spot * Math.exp(-(((distance - 0.3) / 2) ** 2));
    light.r *= pool;
    light.g *= pool;
    light.b *= pool;
    const { first, second } = changed > 0.5 ? after : before;
    for (let beam = 0; beam < 2; beam++) {
      const way = beam ? 1 : -1;
      const lean = way * (0.42 + (0.12 + 0.2 * party) * Math.sin(time * (1 + 1.6 * party) + sweep + beam * 2));
      const off = (x - way * 2.1 + lean * (3.4 - y)) / (0.2 + 0.13 * (3.4 - y));
      const glow = Math.exp(-off * off) * (0.1 + 0.3 * party) * smooth(-3.2, 2, y);
      const tint = beam ? first : second;
      light.r += tint.r * glow;
      light.g += tint.g * glow;
      light.b += tint.b * glow;
    }
  }
  return { wall, tones: before, later: after };
}

function tonesOf(hue: number): Tones {
  return {
    wall: oklch(0.47, 0.19, hue),
    first: oklch(0.72, 0.19, hue + 60),
    second: oklch(0.82, 0.16, hue + 110),
    third: oklch(0.66, 0.22, hue + 20),
  };
}

/** Painted tubes round the head; each lags a beat behind the one inside it. */
function rings(random: Random): Paint {
  const gap = random.range(0.48, 0.6);
  const thick = random.range(0.075, 0.1);
  return (x, y, { wall, first, second, third }, pulse, time, light) => {
    const distance = Math.hypot(x, y);
    plaster(x, y, wall, distance, light);
    for (let ring = 0; ring < 6; ring++) {
      const beat = pulse(ring * 0.07);
      const radius = 0.86 + ring * gap + 0.09 * beat + 0.02 * Math.sin(time * 2.2 + ring);
      const width = thick * (1 + 0.45 * beat);
      const off = (distance - radius) / width;
      // A shadow falls below and beside the tube.
      const under = Math.hypot(x + 0.05, y + 0.09) - radius;
      const dark = 1 - 0.45 * smooth(width * 1.9, width * 0.4, Math.abs(under)) * smooth(0.9, 1.3, Math.abs(off));
      light.r *= dark;
      light.g *= dark;
      light.b *= dark;
      const cover = smooth(1.06, 0.94, Math.abs(off));
      if (cover <= 0) continue;
      const tint = ring % 3 === 0 ? first : ring % 3 === 1 ? third : second;
      const bulge = Math.sqrt(Math.max(0, 1 - off * off));
      const nx = (off * x) / (distance + 1e-6);
      const ny = (off * y) / (distance + 1e-6);
      const lit = 0.28 + 0.75 * Math.max(0, -0.4 * nx + 0.62 * ny + 0.68 * bulge) + 0.5 * beat;
      const spark = Math.max(0, -0.3 * nx + 0.5 * ny + 0.8 * bulge) ** 26 * 0.7;
      light.r = mix(light.r, tint.r * lit + spark, cover);
      light.g = mix(light.g, tint.g * lit + spark, cover);
      light.b = mix(light.b, tint.b * lit + spark, cover);
    }
  };
}

/** A velvet curtain in a spotlight that opens at every stressed syllable. */
function curtain(random: Random): Paint {
  const folds = random.range(4.4, 6);
  const shift = random.range(0, 6);
  return (x, y, { wall, second }, pulse, time, light) => {
    const sway = 0.05 * Math.sin(time * 0.9 + y * 0.7 + shift);
    const phase = (x + sway) * folds + 0.8 * Math.sin((x + shift) * 1.7) + 0.15 * Math.sin(y * 1.1 + x * 3);
    const fold = 0.5 + 0.5 * Math.sin(phase);
    const nap = 0.9 + 0.2 * noise2(x * 60, y * 8);
    const cloth = (0.12 + 1.1 * fold ** 1.7) * nap;
    const reach = 1.62 + 0.12 * pulse(0.05);
    const inside = smooth(reach + 0.16, reach - 0.1, Math.hypot(x, y * 0.92));
    const lamp = 0.26 + 1.25 * inside;
    const sheen = smooth(0.9, 1, fold) * 0.16 * lamp;
    light.r = wall.r * 1.3 * cloth * lamp + second.r * sheen;
    light.g = wall.g * 1.3 * cloth * lamp + second.g * sheen;
    light.b = wall.b * 1.3 * cloth * lamp + second.b * sheen;
  };
}

/** A dark room with out-of-focus lamps. */
function lamps(random: Random): Paint {
  const lights = Array.from({ length: 22 }, (_, index) => ({
    x: random.range(-2, 2),
    y: random.range(-1.9, 2.4),
    size: random.range(0.12, 0.34),
    glow: random.range(0.25, 0.8),
    kind: index % 3,
    pace: random.range(0.4, 1.2),
  }));
  return (x, y, { wall, first, second, third }, pulse, time, light) => {
    const distance = Math.hypot(x, y);
    const base = Math.max(0.14, 0.95 - distance * 0.3);
    light.r = wall.r * base;
    light.g = wall.g * base;
    light.b = wall.b * base;
    const beat = pulse(0.08);
    for (const lamp of lights) {
      const off = Math.hypot(
        x - lamp.x - 0.05 * Math.sin(time * lamp.pace),
        y - lamp.y - 0.04 * time * (lamp.pace - 0.4),
      );
      const disc =
        smooth(lamp.size, lamp.size * 0.86, off) * (0.75 + 0.4 * smooth(lamp.size * 0.6, lamp.size * 0.9, off));
      if (disc <= 0) continue;
      const tint = lamp.kind === 0 ? first : lamp.kind === 1 ? second : third;
      const by = disc * lamp.glow * (0.6 + 0.25 * Math.sin(time * lamp.pace * 3 + lamp.x * 5) + 0.5 * beat);
      light.r += tint.r * by;
      light.g += tint.g * by;
      light.b += tint.b * by;
    }
  };
}

function plaster(x: number, y: number, wall: Colour, distance: number, light: Light): void {
  const tone = Math.max(0.16, 1.35 - distance * 0.42 + y * 0.06) * (0.94 + 0.12 * noise2(x * 9, y * 9));
  light.r = wall.r * tone;
  light.g = wall.g * tone;
  light.b = wall.b * tone;
}

/** Light colours to match a wall: a warm key light, a fill light in the wall's colour, a rim light in its accent. */
export function lampColours({ wall, first }: Tones) {
  return {
    keyColour: colour(2.5, 2.1, 1.7),
    sky: { r: wall.r * 0.25 + 0.17, g: wall.g * 0.25 + 0.17, b: wall.b * 0.25 + 0.23 },
    ground: scale(wall, 0.5),
    rimColour: scale(first, 3.4),
  };
}
