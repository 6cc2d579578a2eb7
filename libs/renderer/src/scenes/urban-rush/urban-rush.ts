import { lookAt, project } from '../../stage/camera.ts';
import { plainGrade } from '../../stage/develop.ts';
import { mix, smooth, wobble } from '../../stage/easing.ts';
import { expose } from '../../stage/expose.ts';
import type { SceneMaker } from '../../stage/scene.ts';
import { smear } from '../../stage/smear.ts';
import { cityPlan } from './city-plan.ts';
import { createStreet } from './city-street.ts';
import { createTraffic } from './city-traffic.ts';
import { scoreRush } from './rush-score.ts';
import { rushStory } from './rush-story.ts';

/** A drive behind a car through a wet city at night: through a tunnel or neon gates, out of the city towards a large moon. */
export const urbanRush: SceneMaker = ({ random, accents }) => {
  const plan = cityPlan(random.fork('plan'), accents);
  const story = rushStory(random.fork('story'));
  const { surge, enters, leaves, calm, side, ending } = story;
  const street = createStreet(plan, story.closes, story.opens);
  const traffic = createTraffic(random.fork('traffic'));
  const low = random.range(0.95, 1.35);
  // The camera starts close to the road, at the driver's height, or between the signs.
  const start = random.pick([-0.55, 0, 5.2]);

  return {
    grade: { ...plainGrade, exposure: 1.2, bloom: 0.6, bloomFrom: 0.85, vignette: 0.36, saturation: 1.06 },
    detail: 0.5,
    posterAt: mix(1.2, surge, 0.4),
    hook: random.pick(['Late night drive', 'The city never sleeps', 'Hold on…']),
    line: random.pick(['Catch every green light', 'Faster than yesterday', 'Chasing the glow']),
    paint(film, time) {
      const speed = story.speedAt(time);
      const rush = smooth(6, 44, speed);
      const out = smooth(calm, 8, time);
      const car = story.carAt(time);
      const from = start * (1 - smooth(0, start > 1 ? 1.25 : 2, time));
      const z = story.placeAt(time) - Math.max(0, from) * 0.9;
      const x = car.x * 0.55 - side * (0.5 * Math.cos(time * 0.7) + 0.3 * out) + 0.03 * rush * Math.sin(time * 31);
      const y =
        low +
        from +
        0.2 * Math.sin(time * 0.6) +
        0.02 * rush * Math.sin(time * 43) +
        0.9 * out +
        0.1 * wobble(time - surge, 2, 3);
      const inside = story.tunnel
        ? smooth(enters, enters + 0.3, time) * (1 - smooth(leaves - 0.2, leaves + 0.2, time))
        : 0;
      const roll = -side * (0.05 * Math.cos(time * 0.8) + 0.1 * inside * Math.sin((time - enters) * 2.6));
      const camera = lookAt(
        [x, y, z],
        [mix(mix(x * 0.4, car.x, 0.5), car.x, out), mix(y + 0.85 - Math.max(0, from) * 0.72, 2.1, out), z + 10],
        mix(1.62, 1.05, rush) + (ending === 'slide' ? 0.55 : 0.75) * out,
        roll,
      );
      street.car(car);
      street.at(
        time,
        0.25 + 0.75 * smooth(leaves - 0.4, leaves + 1.4, time),
        story.gates ? smooth(surge - 0.2, surge + 0.4, time) * (1 - smooth(leaves, leaves + 0.3, time)) : 0,
        traffic(time, z, speed),
      );
      expose(film, camera, (dx, dy, dz, light) => street.trace(x, y, z, dx, dy, dz, light));
      const ahead = project(camera, x, y, z + 60);
      const { width, height } = film;
      smear(film.rgb, width, height, width / 2 + ahead.x * height, height / 2 + ahead.y * height, 0.15 * rush);
    },
    score(sound) {
      scoreRush(sound, random.fork('score'), story);
    },
  };
};
