import { lookAt, unit } from '../stage/camera.ts';
import { blend, colour, scale, toCss } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { backOut, easeOut, mix, smooth, within, wobble } from '../stage/easing.ts';
import { drawBokeh, drawSparkle } from '../stage/glints.ts';
import { fractal2 } from '../stage/noise.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { paintStudio } from '../stage/studio.ts';
import { createCreature } from './creature.ts';

/** A small furry fellow peeks in, sees you, hops for joy and waves. */
export const animatedCharacter: SceneMaker = ({ random, accents }) => {
  const { clay, root, head, armLeft, armRight, eyes, mouth, colours } = createCreature(random, accents);
  const { hue, cream, skyTop, skyLow, grass } = colours;
  const side = random.pick([-1, 1]);
  const hops = random.pick([
    [2.7, 3.55, 4.4],
    [2.7, 3.7, 4.5],
    [2.75, 3.4, 4.3],
  ]);
  const spinHop = random.whole(1, 2);
  const lights = Array.from({ length: 26 }, () => ({
    x: random.range(0, 1080),
    y: random.range(60, 1150),
    size: random.range(14, 52),
    pace: random.range(0.3, 1),
    phase: random.range(0, 6),
  }));
  const key = unit([-0.55 * side, 0.75, -0.6]);

  function pose(time: number): number {
    const arrive = backOut(within(time, 0.1, 0.9), 1.1);
    let y = 0;
    let stretch = 0;
    let turn = 0;
    hops.forEach((start, index) => {
      const since = time - start;
      const share = since / 0.62;
      if (share > 0 && share < 1) {
        y = 4 * 0.62 * share * (1 - share);
        stretch = 0.12 * (1 - Math.abs(share - 0.5) * 2) + 0.04;
        if (index === spinHop) turn = easeOut(share, 2) * Math.PI * 2;
      }
      stretch +=
        since > 0.62
          ? -0.16 * wobble(since - 0.62 + 0.04, 2.3, 5)
          : since < 0 && since > -0.2
            ? -0.9 * (since + 0.2) * 0.8
            : 0;
    });
    const breath = Math.sin(time * 3) * 0.012;
    root.position = [side * mix(3.4, 0, arrive), y, 0];
    root.scale = [1 - stretch * 0.5 + breath, 1 + stretch - breath, 1 - stretch * 0.5 + breath];
    root.turn = [0, turn + side * 0.5 * (1 - arrive) + 0.1 * Math.sin(time * 0.9), side * 0.25 * (1 - arrive)];
    const glee = smooth(2.5, 2.9, time);
    head.turn = [
      0.05 * Math.sin(time * 1.7),
      (1 - glee) * 0.4 * Math.sin(time * 1.6) * smooth(0.9, 1.4, time),
      0.08 * Math.sin(time * 2.1) + 0.12 * smooth(5.6, 6, time) * side,
    ];
    const wave = smooth(5.3, 5.7, time);
    armRight.turn = [
      0,
      0,
      0.25 * Math.sin(time * 2.2) * (1 - wave) + y * 2.4 + wave * (1.75 + 0.4 * Math.sin(time * 11)),
    ];
    armLeft.turn = [0, 0, -(0.25 * Math.sin(time * 2.2) + y * 2.4)];
    const blink = Math.max(...[1.5, 2.4, 4.05, 5.5, 6.9].map((at) => 1 - Math.min(1, Math.abs(time - at) / 0.09)), 0);
    const wide = 1 + 0.12 * glee * (1 - smooth(4.9, 5.3, time));
    const look = (1 - glee) * 0.35 * Math.sin(time * 1.6 + 0.5);
    for (const eye of eyes) {
      eye.scale = [wide, wide * (1 - 0.9 * blink), wide];
      eye.turn = [-0.06, look, 0];
    }
    const open = 0.35 + glee * 0.65 + 0.3 * Math.sin(time * 9) * wave;
    mouth.size = [0.15 + 0.1 * glee, 0.03 + 0.13 * Math.max(0.05, open * glee), 0.17];
    clay.arrange();
    return y;
  }

  const lamps = {
    key,
    keyColour: colour(2.5, 2.25, 1.85),
    sky: scale(blend(skyTop, skyLow, 0.5), 0.85),
    ground: scale(grass, 0.5),
    rim: unit([0.6 * side, 0.35, 0.75]),
    rimColour: colour(1.5, 1.35, 1.1),
    hardness: 9,
  };
  return {
    grade: { ...plainGrade, exposure: 0.82, bloom: 0.28, bloomFrom: 1.15, saturation: 1.15 },
    detail: 0.47,
    posterAt: 6.2,
    hook: random.pick(['Oh, hello there!', 'Look who came by', 'Psst… it’s you!']),
    line: random.pick(['Made my whole day', 'You made it!', 'Big things, small paws']),
    paint(film, time) {
      pose(time);
      const drift = time / 8;
      const camera = lookAt(
        [0.35 * Math.sin(time * 0.4) * side, 1.5 - 0.25 * drift, -7.7 + 0.8 * smooth(0, 8, time)],
        [0, 1.62, 0],
        2.35,
      );
      paintStudio(film, camera, {
        clay,
        lamps,
        backdrop(dx, dy, dz, light) {
          const height = smooth(-0.12, 0.6, dy);
          const hill = 0.02 + 0.08 * Math.sin(dx * 5 + 1.3) + 0.05 * Math.sin(dx * 11 + hue);
          const cloud = smooth(0.5, 0.75, fractal2(dx * 3.2 + time * 0.03, dy * 7, 4)) * 0.5 * smooth(0.05, 0.3, dy);
          const far = dy < hill && dz > 0 ? 0.85 : 0;
          light.r = mix(mix(skyLow.r, skyTop.r, height) + cloud, grass.r * 0.75 + skyLow.r * 0.15, far);
          light.g = mix(mix(skyLow.g, skyTop.g, height) + cloud, grass.g * 0.75 + skyLow.g * 0.15, far);
          light.b = mix(mix(skyLow.b, skyTop.b, height) + cloud, grass.b * 0.75 + skyLow.b * 0.15, far);
        },
        floor(x, z, out) {
          const tuft = fractal2(x * 5, z * 5, 3);
          const shade = 0.62 + 0.7 * tuft;
          out.r = grass.r * shade;
          out.g = grass.g * shade;
          out.b = grass.b * shade * 0.9;
        },
        floorFade: [3, 8],
      });
    },
    overlay(pen, time) {
      for (const { x, y, size, pace, phase } of lights) {
        const twinkle = 0.5 + 0.5 * Math.sin(time * pace * 2 + phase);
        drawBokeh(
          pen,
          x + Math.sin(time * pace + phase) * 30,
          y - time * pace * 26,
          size,
          toCss(blend(skyLow, colour(1, 1, 1), 0.6)),
          0.12 + 0.2 * twinkle,
        );
      }
      hops.forEach((start, hop) => {
        const since = time - start - 0.3;
        if (since < 0 || since > 0.9) return;
        for (let n = 0; n < 12; n++) {
          const angle = (n / 12) * Math.PI * 2 + hop;
          const reach = 330 + 240 * easeOut(since / 0.9);
          drawSparkle(
            pen,
            540 + Math.cos(angle) * reach,
            960 + Math.sin(angle) * reach * 0.9,
            26 - 18 * since,
            1 - since / 0.9,
            toCss(cream),
          );
        }
      });
    },
    score(sound) {
      const root = random.whole(-14, -6);
      const scale = [0, 4, 7, 9, 12, 16];
      sound.pad(0, 8, [note(root), note(root + 4), note(root + 7)], 0.1);
      for (let beat = 0; beat < 16; beat++) {
        const step = scale[(beat * 2 + Math.floor(random.next() * 3)) % scale.length] ?? 0;
        sound.tone({
          at: beat * 0.5,
          length: 0.5,
          from: note(root + 12 + step),
          gain: 0.13,
          shape: 'triangle',
          pan: (beat % 3) * 0.3 - 0.3,
          attack: 0.004,
        });
      }
      for (const hop of hops) {
        sound.tone({ at: hop, length: 0.3, from: 300, to: 720, gain: 0.2 });
        sound.thump(hop + 0.62, 0.5, 70);
      }
      sound.chime(5.6, note(root + 28), 0.16, 0.3);
    },
  };
};
