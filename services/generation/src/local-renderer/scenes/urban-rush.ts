import { lookAt, project } from '../stage/camera.ts';
import { colour, hueOf, oklch, scale } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { mix, smooth, wobble } from '../stage/easing.ts';
import { expose } from '../stage/expose.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { smear } from '../stage/smear.ts';
import { note } from '../stage/sound.ts';
import { createStreet, type Runner } from './city-street.ts';

/** A drive through a wet city at night: a slow cruise, a surge through gates of neon, and the street opens to a great moon. */
export const urbanRush: SceneMaker = ({ random, accents }) => {
  const hue = accents[0] ? hueOf(accents[0]) : random.pick([350, 300, 20, 265, 200, 325]);
  const neon = [
    oklch(0.66, 0.26, hue),
    oklch(0.78, 0.14, hue + random.range(140, 190)),
    oklch(0.62, 0.23, hue - random.range(30, 55)),
    oklch(0.66, 0.26, hue),
  ];
  const street = createStreet({
    salt: random.whole(1, 9_999),
    skyLow: scale(oklch(random.range(0.42, 0.5), 0.13, hue + random.range(-10, 30)), 0.42),
    skyHigh: scale(oklch(0.2, 0.07, 285), 0.6),
    warm: random.pick([colour(1, 0.6, 0.28), colour(1, 0.72, 0.42), colour(1, 0.5, 0.3)]),
    cool: random.pick([colour(0.45, 0.75, 1), colour(0.6, 0.95, 0.9), colour(0.75, 0.7, 1)]),
    neon,
    wetness: random.range(0.75, 1),
    awake: random.range(0.3, 0.55),
  });
  const surge = 2.7;
  const calm = 5.9;
  const cars = Array.from({ length: 9 }, (_, index) => ({
    oncoming: index % 2 === 0,
    x: index % 2 === 0 ? -random.range(1.3, 2.2) : random.range(1.4, 2.4),
    from: random.range(12, 190),
    pace: random.range(8, 16),
    tint: index % 2 === 0 ? colour(1, 0.92, 0.78) : colour(1, 0.05, 0.06),
  }));
  const side = random.pick([-1, 1]);

  // Where the camera is along the street: the speed, summed up once.
  const STEPS = 960;
  const travelled = new Float64Array(STEPS + 2);
  for (let step = 1; step < travelled.length; step++)
    travelled[step] = (travelled[step - 1] as number) + speedAt((step / STEPS) * 8) * (8 / STEPS);

  function speedAt(time: number): number {
    const rush = smooth(surge, surge + 0.55, time) * (1 - smooth(calm, calm + 0.9, time));
    return mix(5.5, 46, rush) + (time > calm ? 1.5 : 0);
  }

  function placeAt(time: number): number {
    const place = Math.min(STEPS, (time / 8) * STEPS);
    const step = Math.floor(place);
    return mix(travelled[step] as number, travelled[step + 1] as number, place - step);
  }

  function runnersAt(time: number, z: number, speed: number): Runner[] {
    return cars.flatMap(({ oncoming, x, from, pace, tint }) => {
      const span = 230;
      const travel = oncoming ? from - pace * time : from + pace * time;
      const place = z + 2 + ((((travel - z) % span) + span) % span);
      const streak = 0.4 + (oncoming ? speed + pace : Math.abs(speed - pace)) * 0.045;
      return [-0.62, 0.62].map(
        (offset): Runner => ({
          x: x + offset,
          y: 0.62,
          near: place,
          far: place + streak,
          r: tint.r * 1.5,
          g: tint.g * 1.5,
          b: tint.b * 1.5,
          size: 0.13,
        }),
      );
    });
  }

  return {
    grade: { ...plainGrade, exposure: 1.15, bloom: 0.6, bloomFrom: 0.75, vignette: 0.4, saturation: 1.04 },
    detail: 0.5,
    posterAt: 4.6,
    hook: random.pick(['Late night drive', 'The city never sleeps', 'Hold on…']),
    line: random.pick(['Catch every green light', 'Faster than yesterday', 'Chasing the glow']),
    paint(film, time) {
      const speed = speedAt(time);
      const rush = (speed - 5.5) / 40.5;
      const z = placeAt(time);
      const x = side * 0.7 * Math.sin(time * 0.8) + 0.04 * rush * Math.sin(time * 31);
      const y =
        1.75 +
        0.25 * Math.sin(time * 0.6) +
        0.03 * rush * Math.sin(time * 43) +
        3.2 * smooth(calm + 0.2, 8, time) +
        0.15 * wobble(time - surge, 2, 3);
      const heading = side * 0.09 * Math.cos(time * 0.8);
      const roll = -side * 0.07 * Math.cos(time * 0.8) * (0.4 + rush);
      const camera = lookAt(
        [x, y, z],
        [x + heading * 10, y + 0.55 + 0.5 * (1 - rush), z + 10],
        mix(1.75, 1.12, rush),
        roll,
      );
      street.at(
        time,
        smooth(calm - 0.6, 7.3, time),
        smooth(surge - 0.2, surge + 0.4, time) * (1 - smooth(calm - 0.4, calm + 0.3, time)),
        runnersAt(time, z, speed),
      );
      expose(film, camera, (dx, dy, dz, light) => street.trace(x, y, z, dx, dy, dz, light));
      const ahead = project(camera, x + heading * 12, y + 0.3, z + 60);
      smear(
        film.rgb,
        film.width,
        film.height,
        film.width / 2 + ahead.x * film.height,
        film.height / 2 + ahead.y * film.height,
        0.012 + 0.11 * rush,
      );
    },
    score(sound) {
      const root = random.whole(-19, -13);
      const riff = random.pick([
        [0, 0, 12, 0, 7, 0, 10, 12],
        [0, 12, 0, 7, 0, 12, 3, 7],
        [0, 0, 7, 12, 0, 10, 7, 3],
      ]);
      sound.pad(0, 8, [note(root), note(root + 7), note(root + 15)], 0.08);
      for (let step = 0; step < 32; step++) {
        const at = step * 0.25;
        if (at < 0.9) continue;
        const drive = at > surge && at < calm + 0.3;
        sound.tone({
          at,
          length: 0.24,
          from: note(root + (riff[step % 8] ?? 0)),
          gain: drive ? 0.16 : 0.09,
          shape: 'saw',
          attack: 0.004,
          pan: (step % 2) * 0.3 - 0.15,
        });
        if (step % 4 === 0 || (drive && step % 2 === 0)) sound.thump(at, drive ? 0.7 : 0.4);
        if (drive)
          sound.breath({ at, length: 0.07, from: 7000, gain: step % 2 ? 0.16 : 0.07, focus: 0.8, attack: 0.02 });
      }
      sound.breath({ at: surge - 1.1, length: 1.3, from: 200, to: 3200, gain: 0.3, focus: 1.4, attack: 0.9 });
      sound.breath({ at: surge, length: 3.4, from: 900, to: 500, gain: 0.14, focus: 0.7, attack: 0.05 });
      for (let gate = 0; gate < 9; gate++)
        sound.breath({
          at: surge + 0.35 + gate * 0.33,
          length: 0.22,
          from: 2400,
          to: 500,
          gain: 0.2,
          pan: gate % 2 ? 0.7 : -0.7,
          focus: 1.5,
          attack: 0.3,
        });
      sound.chime(calm + 0.6, note(root + 36), 0.14, 0.2);
      sound.chime(calm + 0.85, note(root + 43), 0.1, -0.3);
    },
  };
};
