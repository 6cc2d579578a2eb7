import { lookAt, unit } from '../stage/camera.ts';
import { blend, colour, oklch, scale, toCss } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { easeIn, easeInOut, mix, smooth, within, wobble } from '../stage/easing.ts';
import { drawBokeh, drawSparkle } from '../stage/glints.ts';
import { reaching } from '../stage/matrix.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { paintStudio } from '../stage/studio.ts';
import { createTower } from './donut-tower.ts';

/** Glazed rings land softly on a plate, honey runs over them, sugar glitters down. */
export const foodAsmr: SceneMaker = ({ random, accents }) => {
  const tower = createTower(random, accents);
  const { clay, donuts, stream, pool, runs, cherry, summit } = tower;
  const { hue, wall, plateColour } = tower.colours;
  // The honey runs down just outside the topmost ring.
  const brim = 0.62 * (donuts.at(-1)?.size ?? 0.8) + 0.31;
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
    pool.size = [0.05 + 0.64 * grown, 0.03 + 0.1 * grown, 0.05 + 0.62 * grown];
    pool.at = [0.12 * (1 - grown), pouring > 0.9 && time > pours + 0.35 ? summit - 0.03 : -3, -0.3 * (1 - grown)];
    runs.forEach(({ angle, starts, length, lump }) => {
      const share = easeInOut(within(time, starts, 2.6));
      const from: [number, number, number] = [
        Math.cos(angle) * (brim - 0.11),
        summit - 0.08,
        Math.sin(angle) * (brim - 0.11),
      ];
      const to: [number, number, number] = [
        Math.cos(angle) * (brim - 0.11 + 0.15 * smooth(0, 0.3, share)),
        summit - 0.06 - length * share,
        Math.sin(angle) * (brim - 0.11 + 0.15 * smooth(0, 0.3, share)),
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
    detail: 0.45,
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
};
