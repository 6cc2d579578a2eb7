import { lookAt, unit } from '../stage/camera.ts';
import { createClay } from '../stage/clay.ts';
import { blend, type Colour, colour, hueOf, oklch, scale, toCss } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { clamp, easeIn, easeInOut, mix, smooth, within, wobble } from '../stage/easing.ts';
import { drawBokeh, drawSparkle } from '../stage/glints.ts';
import type { Group, Lump, Material } from '../stage/lump.ts';
import { reaching } from '../stage/matrix.ts';
import { fractal3, hash3, noise3 } from '../stage/noise.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { paintStudio } from '../stage/studio.ts';

/** Glazed rings land softly on a plate, honey runs over them, sugar glitters down. */
export const foodAsmr: SceneMaker = ({ random, accents }) => {
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
  const honey: Material = { colour: honeyColour, shine: 0.95, polish: 90, soft: 0.7, glow: 0.12 };
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
  const turnRate = random.pick([-1, 1]) * random.range(0.1, 0.16);
  const specks = Array.from({ length: 90 }, () => ({
    x: random.range(0, 1080),
    y: random.range(-300, 1500),
    size: random.range(3, 13),
    pace: random.range(90, 260),
    phase: random.range(0, 6),
  }));
  const lights = Array.from({ length: 16 }, () => ({
    x: random.range(0, 1080),
    y: random.range(60, 900),
    size: random.range(22, 60),
    phase: random.range(0, 6),
  }));
  const pours = 2.75;

  function pose(time: number): void {
    donuts.forEach(({ group, lands, height }) => {
      const fall = easeIn(within(time, lands - 0.4, 0.45), 2);
      const since = time - lands - 0.05;
      const squash = since > 0 ? 0.24 * wobble(since, 2.6, 5.5) : 0;
      const above = donuts.filter((other) => other.lands > lands && time > other.lands + 0.05);
      const pressed = above.reduce((sum, other) => sum + 0.12 * wobble(time - other.lands - 0.05, 2.8, 6), 0);
      group.position = [group.position[0], mix(5.2, height, fall), group.position[2]];
      group.scale = [1 + (squash + pressed) * 0.4, 1 - squash - pressed, 1 + (squash + pressed) * 0.4];
    });
    const pouring = smooth(pours, pours + 0.3, time);
    const ends = 5.7;
    const low = mix(5, summit - 0.02, easeIn(within(time, pours, 0.45), 2));
    const high = mix(5.4, summit, easeIn(within(time, ends, 0.6), 2));
    const sway = 0.06 * Math.sin(time * 2.3);
    const pour = reaching(
      [0.18 + sway, Math.min(low, high - 0.02), -0.42],
      [0.2 - sway, Math.max(high, low + 0.04), -0.4],
    );
    stream.at = pour.at;
    stream.turn = pour.turn;
    stream.size = [mix(0.075, 0.03, smooth(5.3, 6, time)), pour.half, 0.06];
    if (time < pours || time > ends + 0.6) stream.at = [0, 30, 0];
    const grown = easeInOut(within(time, pours + 0.4, 2.2));
    pool.size = [0.05 + 0.5 * grown, 0.03 + 0.09 * grown, 0.05 + 0.42 * grown];
    pool.at = [0.12 * (1 - grown), pouring > 0.9 && time > pours + 0.35 ? summit - 0.03 : -3, -0.3 * (1 - grown * 0.6)];
    runs.forEach(({ angle, starts, length, lump }) => {
      const share = easeInOut(within(time, starts, 2.6));
      const from: [number, number, number] = [Math.cos(angle) * 0.55, summit - 0.02, Math.sin(angle) * 0.55];
      const to: [number, number, number] = [
        Math.cos(angle) * (0.62 + 0.36 * smooth(0, 0.3, share)),
        summit - 0.06 - length * share,
        Math.sin(angle) * (0.62 + 0.36 * smooth(0, 0.3, share)),
      ];
      const run = reaching(to, from);
      lump.at = share > 0.01 ? run.at : [0, -3, 0];
      lump.turn = run.turn;
      lump.size = [0.09, run.half, 0.06];
    });
    const drop = easeIn(within(time, 6.0, 0.45), 2);
    const landed = time - 6.45;
    cherry.position = [0, mix(5.5, summit + 0.22, drop), -0.06];
    const squash = landed > 0 ? 0.25 * wobble(landed, 3, 6) : 0;
    cherry.scale = [1 + squash * 0.5, 1 - squash, 1 + squash * 0.5];
    cherry.turn = [0, time, 0.2 * wobble(landed, 1.6, 3)];
    clay.arrange();
  }

  const lamps = {
    key: unit([-0.6, 0.7, -0.5]),
    keyColour: colour(2.2, 2.0, 1.75),
    sky: scale(blend(wall, colour(1, 1, 1), 0.4), 0.8),
    ground: scale(blend(plateColour, wall, 0.5), 0.6),
    rim: unit([0.7, 0.4, 0.6]),
    rimColour: scale(blend(oklch(0.7, 0.2, hue), colour(1, 1, 1), 0.3), 2.2),
    hardness: 8,
  };
  return {
    grade: { ...plainGrade, exposure: 0.9, bloom: 0.4, bloomFrom: 1.0, vignette: 0.35, saturation: 1.12 },
    detail: 0.5,
    posterAt: 5.4,
    hook: random.pick(['Sound on for this', 'Wait for the pour', 'Soft. Sweet. Slow.']),
    line: random.pick(['One more layer…', 'Can you hear it?', 'Too pretty to eat']),
    paint(film, time) {
      pose(time);
      const orbit = time * turnRate;
      const close = smooth(pours, pours + 1, time) * (1 - smooth(5.6, 6.6, time));
      const away = 6.9 - 1.3 * close;
      const camera = lookAt(
        [Math.sin(orbit) * away, 2.35 + 0.3 * close, -Math.cos(orbit) * away],
        [0, 1.42 + 0.12 * close, 0],
        2.45,
      );
      paintStudio(film, camera, {
        clay,
        lamps,
        backdrop(dx, dy, dz, light) {
          const glow = smooth(0.75, 1, dz * Math.cos(orbit) + dx * -Math.sin(orbit));
          const height = smooth(-0.5, 0.35, dy);
          const gain = 0.35 + 0.9 * glow * height;
          light.r = wall.r * gain;
          light.g = wall.g * gain;
          light.b = wall.b * gain;
        },
        floor(_x, _z, out) {
          out.r = wall.r * 0.35 + 0.01;
          out.g = wall.g * 0.35 + 0.01;
          out.b = wall.b * 0.35 + 0.01;
        },
        floorShine: 0.32,
        floorFade: [2, 9],
      });
    },
    overlay(pen, time) {
      for (const { x, y, size, phase } of lights)
        drawBokeh(
          pen,
          x + 20 * Math.sin(time * 0.6 + phase),
          y,
          size,
          toCss(blend(oklch(0.8, 0.1, hue), colour(1, 1, 1), 0.5)),
          0.1 + 0.12 * (0.5 + 0.5 * Math.sin(time * 1.3 + phase)),
        );
      const sugar = smooth(5.6, 6.2, time);
      for (const { x, y, size, pace, phase } of specks) {
        const fall = ((y + pace * time * 1.2 + 300) % 1900) - 100;
        drawSparkle(
          pen,
          x + 24 * Math.sin(time * 1.4 + phase),
          fall,
          size * (0.8 + sugar),
          (0.12 + 0.75 * sugar) * (0.5 + 0.5 * Math.sin(time * 7 + phase)),
        );
      }
    },
    score(sound) {
      const root = random.whole(-9, -2);
      sound.pad(0, 8, [note(root - 12), note(root - 5), note(root + 4)], 0.06);
      for (const { lands } of donuts) {
        sound.thump(lands + 0.05, 0.45, 62);
        sound.squish(lands + 0.05, 0.4, 1.1);
      }
      sound.breath({ at: pours, length: 3.2, from: 320, to: 520, gain: 0.22, focus: 4, attack: 0.1 });
      for (let n = 0; n < 26; n++) {
        const pitch = random.range(240, 620);
        sound.tone({
          at: pours + 0.4 + n * 0.11,
          length: 0.09,
          from: pitch,
          to: pitch * 1.6,
          gain: 0.07,
          pan: random.range(-0.7, 0.7),
          attack: 0.006,
        });
      }
      sound.squish(6.45, 0.4, 0.7);
      for (let n = 0; n < 9; n++)
        sound.chime(6.0 + n * 0.17, note(root + 24 + ([0, 4, 7, 11, 14][n % 5] ?? 0)), 0.07, random.range(-0.8, 0.8));
    },
  };

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
};
