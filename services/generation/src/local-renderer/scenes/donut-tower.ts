import { createClay } from '../stage/clay.ts';
import { type Colour, colour, hueOf, oklch } from '../stage/colour.ts';
import { clamp, mix, smooth } from '../stage/easing.ts';
import type { Group, Lump, Material } from '../stage/lump.ts';
import { reaching } from '../stage/matrix.ts';
import { fractal3, hash3, noise3 } from '../stage/noise.ts';
import type { Random } from '../stage/random.ts';

/** Glazed rings, a plate with berries, and what will be poured on top. The parts that move are handed out. */
export function createTower(random: Random, accents: readonly Colour[]) {
  const hue = accents[0] ? hueOf(accents[0]) : random.range(0, 360);
  const glazes = [
    oklch(0.62, 0.22, hue + random.range(-10, 10)),
    oklch(0.74, 0.17, hue + random.range(50, 80)),
    oklch(0.82, 0.11, hue + random.range(150, 210)),
    oklch(0.5, 0.2, hue + random.range(-60, -30)),
  ];
  const dough = colour(0.62, 0.32, 0.12);
  const wall = oklch(0.34, 0.14, hue + random.pick([-40, 30, 120]));
  const plateColour = oklch(0.34, 0.13, hue + random.pick([200, 260]));
  const honeyColour = random.pick([
    colour(0.95, 0.52, 0.06),
    colour(0.28, 0.1, 0.035),
    colour(0.9, 0.72, 0.5),
    colour(0.82, 0.1, 0.22),
  ]);
  const honey: Material = { colour: honeyColour, shine: 0.95, polish: 90, soft: 0.7, glow: 0.04 };
  const berry: Material = { colour: oklch(0.55, 0.22, 20), shine: 0.9, polish: 70, soft: 0.3 };
  const blue: Material = { colour: oklch(0.38, 0.14, 280), shine: 0.6, polish: 40, soft: 0.3 };
  const leaf: Material = { colour: oklch(0.6, 0.15, 145), shine: 0.4, polish: 30, soft: 0.4 };
  const china: Material = { colour: plateColour, shine: 0.9, polish: 80 };
  const rimGold: Material = { colour: colour(0.85, 0.5, 0.16), shine: 1, polish: 60 };

  const layers = random.whole(3, 4);
  const donuts = Array.from({ length: layers }, (_, index) => {
    const glaze = glazes[index % glazes.length] as Colour;
    const drip = { count: random.whole(5, 8), phase: random.range(0, 6), depth: random.range(0.05, 0.12) };
    const size = 1 - index * 0.07 + random.range(-0.02, 0.02);
    const tilt: [number, number, number] = [random.range(-0.06, 0.06), random.range(0, 6), random.range(-0.07, 0.07)];
    const group: Group = {
      position: [random.range(-0.07, 0.07), 0, random.range(-0.05, 0.05)],
      turn: tilt,
      scale: [1, 1, 1],
    };
    const swirl = random.chance(0.5) ? (glazes[(index + 1) % glazes.length] as Colour) : null;
    const sprinkled = random.range(0.2, 0.55);
    const material: Material = {
      colour: glaze,
      shine: 0.75,
      polish: 46,
      soft: 0.3,
      pattern: (x, y, z, _base, out) => ring(x, y, z, out, glaze, swirl, drip, sprinkled),
    };
    return {
      group,
      size,
      lands: 0.35 + index * 0.62,
      height: 0.31 + index * 0.53,
      lump: { kind: 'ring', at: [0, 0, 0], size: [0.62 * size, 0.33, 0], material, group } as Lump,
    };
  });
  const lumps: Lump[] = [
    { kind: 'can', at: [0, -0.02, 0], size: [1.32, 0.05, 0], round: 0.05, material: china },
    { kind: 'ring', at: [0, 0.03, 0], size: [1.26, 0.035, 0], material: rimGold },
    ...donuts.map(({ lump }) => lump),
  ];
  const berries = random.whole(3, 6);
  for (let n = 0; n < berries; n++) {
    const angle = random.range(0, Math.PI * 2);
    const size = random.range(0.12, 0.19);
    lumps.push({
      kind: 'ball',
      at: [Math.cos(angle) * 1.12, size, Math.sin(angle) * 1.12],
      size: [size, size, size],
      material: random.chance(0.5) ? berry : blue,
    });
  }
  lumps.push({ kind: 'ball', at: [1.0, 0.1, -0.62], size: [0.2, 0.04, 0.1], turn: [0.2, 0.6, 0.3], material: leaf });
  const summit = (donuts.at(-1)?.height ?? 1.4) + 0.3;
  const stream: Lump = { kind: 'rod', at: [0, 4, 0], size: [0.06, 1, 0.08], material: honey };
  const pool: Lump = { kind: 'ball', at: [0.3, summit, -0.3], size: [0.05, 0.03, 0.05], material: honey, blend: 0.08 };
  const runs = Array.from({ length: random.whole(4, 6) }, (_, index) => ({
    angle: -Math.PI / 2 + (index - 2.2) * random.range(0.42, 0.6),
    starts: random.range(3.5, 4.6),
    length: random.range(0.45, 1.15),
    lump: { kind: 'rod', at: [0, -2, 0], size: [0.07, 0.1, 0.06], material: honey, blend: 0.12 } as Lump,
  }));
  const cherry: Group = { position: [0, 6, 0], turn: [0, 0, 0], scale: [1, 1, 1] };
  const stalk = reaching([0, 0.15, 0], [0.16, 0.62, 0.05]);
  lumps.push(stream, pool, ...runs.map(({ lump }) => lump));
  lumps.push({ kind: 'ball', at: [0, 0, 0], size: [0.24, 0.22, 0.24], material: berry, group: cherry });
  lumps.push({
    kind: 'rod',
    at: stalk.at,
    turn: stalk.turn,
    size: [0.02, stalk.half, 0.028],
    material: leaf,
    group: cherry,
  });
  const clay = createClay(lumps);
  return { clay, donuts, stream, pool, runs, cherry, summit, colours: { hue, wall, plateColour } };

  function ring(
    x: number,
    y: number,
    z: number,
    out: Colour,
    glaze: Colour,
    swirl: Colour | null,
    drip: { count: number; phase: number; depth: number },
    sprinkled: number,
  ): void {
    const angle = Math.atan2(z, x);
    const edge =
      -0.03 +
      drip.depth *
        (Math.sin(angle * drip.count + drip.phase) + 0.6 * Math.sin(angle * (drip.count * 2 + 1) + drip.phase * 2));
    const iced = smooth(edge - 0.012, edge + 0.012, y);
    const crumb = 0.75 + 0.5 * fractal3(x * 12, y * 12, z * 12, 3);
    const baked = mix(1, 1.5, smooth(0.16, 0.02, Math.abs(y + 0.1)));
    const marbled = swirl ? smooth(0.5, 0.62, fractal3(x * 2.6, y * 2.6 + 4, z * 2.6, 3)) : 0;
    const top = swirl
      ? { r: mix(glaze.r, swirl.r, marbled), g: mix(glaze.g, swirl.g, marbled), b: mix(glaze.b, swirl.b, marbled) }
      : glaze;
    // A dark line under the rim of the glaze reads as thickness.
    const lip = smooth(0.05, 0, Math.abs(y - edge + 0.03)) * (1 - iced) * 0.45;
    out.r = mix(dough.r * crumb * baked * (1 - lip), top.r, iced);
    out.g = mix(dough.g * crumb * baked * (1 - lip), top.g, iced);
    out.b = mix(dough.b * crumb * baked * (1 - lip), top.b, iced);
    if (iced < 0.9 || y < edge + 0.05) return;
    const grid = 13;
    const cx = Math.floor(x * grid);
    const cy = Math.floor(y * grid);
    const cz = Math.floor(z * grid);
    const luck = hash3(cx, cy, cz);
    if (luck > sprinkled) return;
    const px = x * grid - cx - 0.5;
    const pz = z * grid - cz - 0.5;
    const turn = luck * 97;
    const along = px * Math.cos(turn) + pz * Math.sin(turn);
    const across = pz * Math.cos(turn) - px * Math.sin(turn);
    if (Math.hypot(clamp(Math.abs(along) - 0.22, 0, 1), across) > 0.13) return;
    const tint = glazes[Math.floor(luck * 997) % glazes.length] as Colour;
    const pale = 0.25 + 0.6 * noise3(cx * 3.1, cy * 2.3, cz * 1.7);
    out.r = mix(tint.r, 1, pale);
    out.g = mix(tint.g, 1, pale);
    out.b = mix(tint.b, 1, pale);
  }
}
