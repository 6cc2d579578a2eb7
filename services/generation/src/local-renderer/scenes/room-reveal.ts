import { lookAt, project, unit } from '../stage/camera.ts';
import { createClay } from '../stage/clay.ts';
import { colour, oklch, scale, toCss } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { backOut, clamp, easeInOut, easeOut, mix, smooth, within, wobble } from '../stage/easing.ts';
import { expose } from '../stage/expose.ts';
import { drawScrap } from '../stage/glints.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { furnish } from './room-furniture.ts';
import { roomTrace } from './room-walls.ts';

const BURST = 2.7;

/** An empty room and a trembling box: it bursts, furniture hangs in the air, and everything lands where it belongs. */
export const roomReveal: SceneMaker = ({ random, accents }) => {
  const { lumps, pieces, box, mirrored: m, colours, shade: paper, bulb } = furnish(random, accents);
  const { hue, wood, sofaColour, spice } = colours;
  const clay = createClay(lumps);
  const scraps = Array.from({ length: 150 }, () => ({
    x: random.range(-2.2, 2.2),
    z: random.range(-2.4, 2.2),
    up: random.range(1.2, 4.4),
    spin: random.range(2, 9),
    turn: random.range(0, 6),
    size: random.range(7, 15),
    tint: toCss(
      random.pick([sofaColour, spice, colour(0.95, 0.92, 0.86), oklch(0.7, 0.17, hue), oklch(0.85, 0.15, 95)]),
    ),
    sway: random.range(0, 6),
  }));

  function pose(time: number): void {
    const tremble = smooth(0.4, BURST, time) ** 2;
    const burst = time - BURST;
    const gone = burst > 0.06 ? 0.001 : 1;
    const pump = 1 + 0.1 * tremble * Math.sin(time * 22) + 0.25 * smooth(BURST - 0.18, BURST, time);
    const drop = easeOut(within(time, 0.05, 0.5), 2);
    const landed = time - 0.5;
    const squash = landed > 0 ? 0.2 * wobble(landed, 2.6, 5) : 0;
    box.position = [0.03 * tremble * Math.sin(time * 47), mix(5, 0, drop * drop) + (burst > 0.06 ? -20 : 0), 0.1];
    box.turn = [0, 0.5 + 0.12 * tremble * Math.sin(time * 31), 0.08 * tremble * Math.sin(time * 39)];
    box.scale = [pump * gone + squash * 0.5, (2 - pump) * gone - squash + 0.001, pump * gone + squash * 0.5];
    for (const { group, home, facing, spin, drift, lands, weight } of pieces) {
      if (burst < 0) {
        group.position = [0, -20, 0];
        continue;
      }
      const fly = easeOut(burst / 1.1, 3);
      const hover = 0.09 * Math.sin(time * 1.6 + drift[0] * 3);
      const settle = easeInOut(within(time, lands - 0.75, 0.75));
      const float: [number, number, number] = [
        mix(0, drift[0], fly),
        mix(0.4, drift[1], fly) + hover,
        mix(0.1, drift[2], fly),
      ];
      const since = time - lands;
      const hop = since > 0 ? 0.12 * weight * wobble(since, 2.8, 6) : 0;
      const size = Math.min(1, 0.15 + 0.85 * backOut(within(time, BURST, 0.55), 1.2));
      group.position = [
        mix(float[0], home[0], settle),
        mix(float[1], home[1], settle ** 2),
        mix(float[2], home[2], settle),
      ];
      const slow = 0.55 + 0.5 * burst * 0.35;
      group.turn = [
        spin[0] * slow * (1 - settle),
        facing + spin[1] * slow * (1 - settle),
        spin[2] * slow * (1 - settle),
      ];
      group.scale = [size * (1 + hop * 0.5), size * (1 - hop), size * (1 + hop * 0.5)];
    }
    const lamp = smooth(6.5, 6.75, time);
    paper.glow = 0.9 * lamp;
    bulb.glow = 4 * lamp;
    clay.arrange();
  }

  const lamps = {
    key: unit([-0.55 * m, 0.8, -0.75]),
    keyColour: colour(1.75, 1.6, 1.35),
    sky: colour(0.62, 0.6, 0.58),
    ground: scale(wood, 0.9),
    rim: unit([0.4 * m, 0.6, 0.5]),
    rimColour: colour(0.7, 0.6, 0.45),
    hardness: 7,
  };

  return {
    grade: { ...plainGrade, exposure: 0.9, bloom: 0.3, bloomFrom: 1.1, vignette: 0.3, saturation: 1.12 },
    detail: 0.47,
    posterAt: 4.4,
    hook: random.pick(['Empty room. One box.', 'What’s inside?', 'Three… two… one…']),
    line: random.pick(['Make room for wow', 'Unbox the whole room', 'Home, in one breath']),
    paint(film, time) {
      pose(time);
      const burst = time - BURST;
      const shake = burst > 0 ? Math.exp(-burst * 4) * 0.09 : 0;
      const camera = lookAt(
        [
          0.5 * Math.sin(time * 0.45) * m + shake * Math.sin(time * 60),
          1.95 + shake * Math.cos(time * 53),
          -7.1 + 0.7 * smooth(0, BURST, time) - 0.6 * smooth(BURST, BURST + 0.4, time) + 0.55 * smooth(5, 8, time),
        ],
        [0, 1.75, 0.6],
        2.05,
        0.02 * Math.sin(time * 0.7),
      );
      const moment = { rug: smooth(5.0, 5.3, time), lamp: smooth(6.5, 6.75, time) };
      expose(film, camera, roomTrace(camera, clay, lamps, { ...colours, mirrored: m }, moment));
      if (burst > 0 && burst < 0.35) {
        const flash = (1 - burst / 0.35) ** 2 * 1.6;
        for (let i = 0; i < film.rgb.length; i += 3) {
          film.rgb[i] = (film.rgb[i] as number) + flash;
          film.rgb[i + 1] = (film.rgb[i + 1] as number) + flash * 0.92;
          film.rgb[i + 2] = (film.rgb[i + 2] as number) + flash * 0.75;
        }
      }
    },
    overlay(pen, time) {
      const burst = time - BURST;
      if (burst < 0) return;
      const camera = lookAt([0.5 * Math.sin(time * 0.45) * m, 1.95, -7.0], [0, 1.75, 0.6], 2.05);
      for (const { x, z, up, spin, turn, size, tint, sway } of scraps) {
        const fly = easeOut(burst / 1.0, 3);
        const height = mix(0.5, up + 0.6, fly) - 0.3 * burst - 0.16 * burst * burst;
        if (height < 0.02) continue;
        const place = project(camera, x * fly + 0.12 * Math.sin(time * 2 + sway), height, z * fly);
        if (place.depth < 1) continue;
        const near = 6.5 / place.depth;
        drawScrap(
          pen,
          540 + place.x * 1920,
          960 + place.y * 1920,
          size * near,
          turn + burst * spin * 0.4,
          burst * spin + sway,
          tint,
          clamp(burst * 8),
        );
      }
    },
    score(sound) {
      const root = random.whole(-14, -7);
      for (let n = 0; n < 12; n++)
        sound.breath({
          at: 0.7 + n * 0.16,
          length: 0.09,
          from: 500 + n * 60,
          gain: 0.05 + n * 0.014,
          focus: 4,
          pan: n % 2 ? 0.3 : -0.3,
        });
      sound.thump(0.5, 0.7, 60);
      sound.tone({
        at: 1.2,
        length: 1.5,
        from: note(root),
        to: note(root + 12),
        gain: 0.14,
        shape: 'saw',
        attack: 1.3,
      });
      sound.thump(BURST, 1.1, 44);
      sound.breath({ at: BURST - 0.02, length: 1.4, from: 3000, to: 260, gain: 0.5, focus: 0.7, attack: 0.03 });
      sound.pad(BURST, 5.3, [note(root), note(root + 4), note(root + 7), note(root + 14)], 0.11);
      for (let n = 0; n < 10; n++)
        sound.chime(
          BURST + 0.2 + n * 0.24,
          note(root + 24 + ([0, 4, 7, 11, 14, 12, 7][n % 7] ?? 0)),
          0.07,
          random.range(-0.8, 0.8),
        );
      for (const { lands, weight } of pieces) sound.thump(lands, 0.2 + 0.5 * weight, 60 + 30 * (1 - weight));
      sound.tone({ at: 6.5, length: 0.05, from: 1800, gain: 0.12, attack: 0.002 });
      sound.chime(6.6, note(root + 31), 0.16);
    },
  };
};
