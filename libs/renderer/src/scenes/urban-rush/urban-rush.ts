import type { SKRSContext2D } from '@napi-rs/canvas';
import { lookAt, project } from '../../stage/camera.ts';
import { colour } from '../../stage/colour.ts';
import { plainGrade } from '../../stage/develop.ts';
import { mix, smooth, wobble } from '../../stage/easing.ts';
import { expose } from '../../stage/expose.ts';
import type { SceneMaker } from '../../stage/scene.ts';
import { smear } from '../../stage/smear.ts';
import { addLamps, addSpray } from './city-lamps.ts';
import { cityPlan } from './city-plan.ts';
import { createPower } from './city-power.ts';
import { createStreet } from './city-street.ts';
import { createTraffic, trailsOf } from './city-traffic.ts';
import { scoreRush } from './rush-score.ts';
import { rushStory } from './rush-story.ts';

/**
 * A night drive behind a dark car. A wave of light wakes the city and the car races off; the power fails, and comes back in a
 * second wave under a rising moon while the camera lifts off the road.
 */
export const urbanRush: SceneMaker = ({ random, accents }) => {
  const plan = cityPlan(random.fork('plan'), accents);
  const story = rushStory(random.fork('story'));
  const { go, dawn, side } = story;
  const power = createPower(story);
  const street = createStreet(plan, power);
  const traffic = createTraffic(random.fork('traffic'));
  const low = random.range(0.62, 0.85);
  const drops = Array.from({ length: 34 }, () => ({
    angle: random.range(0, Math.PI * 2),
    phase: random.range(0, 1),
    pace: random.range(0.7, 1.5),
    bright: random.range(0.05, 0.16),
  }));

  function cameraAt(time: number) {
    const speed = story.speedAt(time);
    const rush = smooth(6, 42, speed);
    const lift = smooth(dawn - 0.25, 8.2, time);
    const car = story.carAt(time);
    const settle = 1 - smooth(dawn - 0.3, dawn + 0.8, time);
    const x = car.x * 0.5 * settle - side * 0.55 * Math.cos(time * 0.7) * settle + 0.025 * rush * Math.sin(time * 31);
    const y =
      low +
      0.12 * Math.sin(time * 0.6) +
      0.015 * rush * Math.sin(time * 43) +
      0.1 * wobble(time - go - 0.15, 2, 3) +
      8.5 * lift * lift * (3 - 2 * lift) * 0.9;
    const z = story.placeAt(time);
    const roll = -side * (0.045 * Math.cos(time * 0.8) + 0.05 * rush * Math.sin(time * 1.5)) * settle;
    const camera = lookAt(
      [x, y, z],
      [mix(x * 0.3, car.x * 0.6, settle), mix(y + 0.95, y + 0.55, lift), z + 10],
      mix(1.75, 1.02, rush) - 0.1 * lift,
      roll,
    );
    return { camera, car, rush, speed };
  }

  return {
    grade: {
      ...plainGrade,
      exposure: 1.22,
      bloom: 0.5,
      bloomFrom: 0.85,
      vignette: 0.42,
      saturation: 1.04,
      grain: 4,
      print: { dark: colour(0.93, 1, 1.08), light: colour(1.03, 1, 0.94) },
    },
    detail: 0.45,
    posterAt: dawn + 0.75,
    hook: random.pick(['Late night drive', 'The city never sleeps', 'Hold on…']),
    line: random.pick(['Catch every green light', 'Faster than yesterday', 'Chasing the glow']),
    paint(film, time) {
      const { camera, car, rush, speed } = cameraAt(time);
      const { x, y, z } = camera;
      power.set(time);
      street.car(car);
      const bright = smooth(go, go + 0.6, time);
      const away = smooth(dawn, dawn + 0.4, time);
      street.prepare(
        {
          time,
          moon: 0.52 + 0.48 * smooth(dawn - 0.3, dawn + 1.3, time),
          gates: Math.max(story.gates ? bright * (1 - away) * 0.8 : 0, away),
          streaks: [
            ...traffic(time, z, speed).map((one) => ({
              ...one,
              r: one.r * bright,
              g: one.g * bright,
              b: one.b * bright,
            })),
            ...trailsOf(story.carAt, time, 0.16 + 0.9 * away, Math.max(rush, away)),
          ],
        },
        camera,
        film,
      );
      expose(film, camera, (dx, dy, dz, light) => street.trace(x, y, z, dx, dy, dz, light));
      addSpray(film, camera, car, 0.4 * Math.max(rush, 0.5 * away), time);
      addLamps(film, camera, plan, power);
      const ahead = project(camera, x * 0.3, y, z + 60);
      const { width, height } = film;
      smear(film.rgb, width, height, width / 2 + ahead.x * height, height / 2 + ahead.y * height, 0.15 * rush);
    },
    overlay(pen, time) {
      const { camera, rush } = cameraAt(time);
      const ahead = project(camera, camera.x * 0.3, camera.y, camera.z + 60);
      drawRain(pen, 540 + ahead.x * 1920, 960 + ahead.y * 1920, time, rush);
    },
    score(sound) {
      scoreRush(sound, random.fork('score'), story);
    },
  };

  /** Rain in the lens' light: fine strokes away from the vanishing point, longer with speed. */
  function drawRain(pen: SKRSContext2D, x: number, y: number, time: number, rush: number): void {
    pen.strokeStyle = '#fff';
    pen.lineCap = 'round';
    for (const { angle, phase, pace, bright } of drops) {
      const way = (time * pace * (0.6 + rush) + phase) % 1;
      const from = 160 + 1100 * way * way;
      const to = from + (14 + 120 * rush) * (0.3 + way);
      pen.globalAlpha = bright * smooth(0, 0.3, way);
      pen.lineWidth = 1 + 1.6 * way;
      pen.beginPath();
      pen.moveTo(x + Math.cos(angle) * from, y + Math.sin(angle) * from);
      pen.lineTo(x + Math.cos(angle) * to, y + Math.sin(angle) * to + 6 * (1 - rush));
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }
};
