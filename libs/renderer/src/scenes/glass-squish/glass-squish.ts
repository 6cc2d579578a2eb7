import { lookAt, project } from '../../stage/camera.ts';
import { plainGrade } from '../../stage/develop.ts';
import { easeOut, mix, smooth } from '../../stage/easing.ts';
import { expose } from '../../stage/expose.ts';
import { drawSparkle } from '../../stage/glints.ts';
import type { SceneMaker } from '../../stage/scene.ts';
import { glassLook } from './glass-look.ts';
import { scoreGlass } from './glass-score.ts';
import { glassStory } from './glass-story.ts';
import { createGlassTracer } from './glass-tracer.ts';

/** A press squeezes a body of jelly glass deeper each time, until it bursts or leaps and the scene changes its colours. */
export const glassSquish: SceneMaker = ({ random, accents }) => {
  const look = glassLook(random.fork('look'), accents);
  const story = glassStory(random.fork('story'));
  const { moments, turnAt, formsAt, ending } = story;
  const tracer = createGlassTracer(look, story.beads);
  const side = random.pick([-1, 1]);
  const swing = random.range(0.25, 0.4);
  const low = random.range(1.9, 2.5);
  const poster = moments.at(-2) ?? { meets: 2, lets: 3 };

  /** The camera's angle, distance and height: close at first, farther at the hit, closer again as the press comes down. */
  function cameraAt(time: number) {
    const bear = smooth(turnAt - 1.3, turnAt, time) * (1 - smooth(turnAt, turnAt + 0.35, time));
    const free = smooth(turnAt, turnAt + 0.5, time);
    const rest = smooth(turnAt + 0.8, 8.4, time);
    return {
      angle: side * mix(-swing, swing, time / 8) + side * 0.12 * free * Math.sin((time - turnAt) * 0.9),
      distance: 8.5 - 2.3 * (1 - smooth(0.1, 1.1, time)) - 1.1 * bear + (0.75 - 1.0 * rest) * free,
      height: low + 0.3 * Math.sin(time * 0.7) - 0.35 * bear + 0.3 * free,
      aim: 1.3 - 0.1 * bear + (ending === 'gather' ? 0 : 0.2 * free),
    };
  }

  return {
    grade: { ...plainGrade, exposure: 0.98, bloom: 0.42, bloomFrom: 1.2, vignette: 0.34, saturation: 1.12 },
    detail: 0.5,
    posterAt: poster.meets + 0.27,
    hook: random.pick(['Wait for it…', 'Don’t blink', 'Press play']),
    line: random.pick(['So satisfying', 'Squish. Breathe. Repeat.', 'Under pressure']),
    paint(film, time) {
      const squeeze = story.squeezeAt(time);
      const since = time - turnAt;
      tracer.at(time, squeeze, since > 0 ? since * 9 : 0, smooth(0, 0.14, since));
      const { wide, half, centre, turn } = story.coreAt(time, squeeze);
      tracer.core(wide, half, centre, turn, 1);
      tracer.beads.pose(story.beadClock(time), 1);
      const { angle, distance, height, aim } = cameraAt(time);
      const strain = smooth(0.5, 1, squeeze.flat) * (squeeze.whole ? 1 : 0);
      const shake =
        0.007 * strain * Math.sin(time * 71) + (since > 0 ? 0.05 * Math.exp(-since * 6) * Math.sin(since * 60) : 0);
      const camera = lookAt(
        [Math.sin(angle) * distance + shake, height, -Math.cos(angle) * distance],
        [0, aim + shake + 0.2 * smooth(0.3, 1.4, squeeze.lift), 0],
        2.55,
      );
      const { x, y, z } = camera;
      tracer.beads.lookFrom(x, y, z);
      expose(film, camera, (dx, dy, dz, light) => tracer.trace(x, y, z, dx, dy, dz, light));
      // The burst brightens the picture for a moment.
      if (since < 0 || since > 0.5) return;
      const middle = project(camera, 0, 0.8, 0);
      const flash = Math.exp(-since * 11) * (ending === 'leap' ? 0.5 : 1.3);
      for (let py = 0, i = 0; py < film.height; py++) {
        const v = py / film.height - 0.5 - middle.y;
        for (let px = 0; px < film.width; px++, i += 3) {
          const u = (px - film.width / 2) / film.height - middle.x;
          const glow = flash * Math.exp(-(u * u + v * v) * 16);
          for (let k = i; k < i + 3; k++) film.rgb[k] = (film.rgb[k] as number) * (1 + glow) + glow * 0.35;
        }
      }
    },
    overlay(pen, time) {
      const stars = (since: number, count: number, turn: number) => {
        if (since < 0 || since > 1) return;
        for (let n = 0; n < count; n++) {
          const angle = n * 2.399 + turn;
          const reach = 240 + 330 * easeOut(since) * (0.5 + 0.5 * Math.sin(n * 7.1) ** 2);
          const twinkle = (1 - since) * (0.5 + 0.5 * Math.sin(time * 20 + n));
          const x = 540 + Math.cos(angle) * reach;
          drawSparkle(pen, x, 1060 + Math.sin(angle) * reach * 0.75, 34 * (1 - since) + 6, twinkle);
        }
      };
      moments.forEach(({ lets }, index) => {
        stars(time - lets, 7 + index * 5, index);
      });
      stars(time - formsAt, 18, 4);
    },
    score(sound) {
      scoreGlass(sound, random.fork('score'), story);
    },
  };
};
