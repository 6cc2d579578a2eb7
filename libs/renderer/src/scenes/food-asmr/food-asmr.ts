import { lookAt } from '../../stage/camera.ts';
import { hueOf } from '../../stage/colour.ts';
import { plainGrade } from '../../stage/develop.ts';
import { mix, smooth } from '../../stage/easing.ts';
import { expose, SOFT } from '../../stage/expose.ts';
import { createDepthMap, focus } from '../../stage/focus.ts';
import { drawSparkle } from '../../stage/glints.ts';
import type { SceneMaker } from '../../stage/scene.ts';
import { createSolids } from '../../stage/solids.ts';
import { createTableSet, tableTrace } from './food-set.ts';
import { scoreDish } from './food-sound.ts';
import { drawSteam } from './food-steam.ts';
import { pancakeDish } from './pancake-dish.ts';
import { sphereDish } from './sphere-dish.ts';
import { donutDish, macaronDish } from './tower-dish.ts';

const menu = [donutDish, pancakeDish, sphereDish, macaronDish];

/** A sweet dish is assembled close to the lens, a sauce runs over it, and a topping finishes it. */
export const foodAsmr: SceneMaker = ({ random, accents }) => {
  const hue = accents[0] ? hueOf(accents[0]) : random.range(0, 360);
  const side = random.pick([-1, 1]);
  const dish = random.fork('kitchen').pick(menu)(random.fork('dish'), hue, side);
  const set = createTableSet(random.fork('table'), hue, side);
  const solids = createSolids(dish.solids);
  const swing = random.pick([-1, 1]);
  const rate = random.range(0.09, 0.13);
  const begin = -swing * random.range(0.3, 0.45);
  const [near, pouring, far] = dish.distances;
  const { starts, ends } = dish.pours;
  const specks = Array.from({ length: 70 }, () => ({
    x: random.range(0, 1080),
    y: random.range(-300, 1500),
    size: random.range(3, 11),
    pace: random.range(60, 190),
    phase: random.range(0, 6),
  }));

  return {
    grade: { ...plainGrade, exposure: 0.9, bloom: 0.42, bloomFrom: 1.05, vignette: 0.4, saturation: 1.1 },
    detail: 0.34,
    posterAt: dish.posterAt,
    hook: random.pick(dish.hooks),
    line: random.pick(dish.lines),
    paint(film, time) {
      dish.pose(time);
      solids.arrange();
      const grow = smooth(0.15, starts + 0.1, time);
      const close = smooth(starts - 0.2, starts + 1.6, time);
      const leave = smooth(ends - 0.3, dish.finale + 0.2, time);
      const distance =
        mix(mix(mix(near, far * 0.95, grow), pouring, close), far, leave) - 0.12 * Math.max(0, time - dish.finale);
      const angle = begin + swing * rate * time + 0.02 * Math.sin(time * 1.1);
      const high = mix(mix(0.42, 0.3, grow), mix(0.42, 0.32, leave), close);
      const aim = mix(mix(0.45, dish.top * 0.52, grow), mix(dish.top * 0.66, dish.top * 0.56, leave), close);
      const camera = lookAt(
        [
          Math.sin(angle) * distance * Math.cos(high),
          aim + Math.sin(high) * distance,
          -Math.cos(angle) * distance * Math.cos(high),
        ],
        [0, aim, 0],
        2.45,
        0.03 * Math.sin(time * 0.5 + begin),
      );
      const map = createDepthMap(film);
      // The focus is on the front of the dish, which comes nearer with the camera.
      expose(film, camera, tableTrace(camera, set, solids, time, map, distance - 0.62), SOFT);
      focus(film, map, 0.022);
    },
    overlay(pen, time) {
      if (dish.steam) drawSteam(pen, time - dish.steam.from, 1100 - 330 * smooth(0.5, starts, time));
      const sugar = smooth(dish.finale - 0.5, dish.finale + 0.2, time);
      for (const { x, y, size, pace, phase } of specks) {
        const fall = ((y + pace * time + 300) % 1900) - 100;
        const twinkle = 0.5 + 0.5 * Math.sin(time * 6 + phase * 3);
        drawSparkle(
          pen,
          x + 24 * Math.sin(time * 1.4 + phase),
          fall,
          size * (0.7 + sugar),
          (0.08 + 0.7 * sugar) * twinkle ** 2,
        );
      }
    },
    score(sound) {
      scoreDish(sound, random.fork('sound'), dish);
    },
  };
};
