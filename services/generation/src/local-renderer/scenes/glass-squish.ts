import { lookAt } from '../stage/camera.ts';
import { blend, colour, hueOf, oklch, toCss } from '../stage/colour.ts';
import { plainGrade } from '../stage/develop.ts';
import { easeOut, smooth } from '../stage/easing.ts';
import { expose } from '../stage/expose.ts';
import { drawSparkle } from '../stage/glints.ts';
import type { SceneMaker } from '../stage/scene.ts';
import { note } from '../stage/sound.ts';
import { createGlassTracer } from './glass-tracer.ts';
import { pressPlan, squeezeThrough, touches } from './jelly.ts';

/** A body of jelly glass drops on a plate; a press squeezes it three times, deeper each time, and it leaps free. */
export const glassSquish: SceneMaker = ({ random, accents }) => {
  const hue = accents[0] ? hueOf(accents[0]) : random.pick([28, 5, 345, 300, 265, 200, 165, 60]);
  const tint = oklch(random.range(0.64, 0.74), 0.24, hue);
  const swirl = accents[1] ?? oklch(0.8, 0.17, hue + random.pick([35, 50, -40, 70]));
  const contrast = hue + random.pick([150, 165, 180, 200]);
  const wallHue = random.chance(0.6) ? hue + random.range(15, 40) : contrast + random.range(20, 60);
  const bubbles = new Float64Array(4 * random.whole(14, 24));
  for (let i = 0; i < bubbles.length; i += 4) {
    const angle = random.range(0, Math.PI * 2);
    const reach = random.range(0.05, 0.62);
    bubbles.set(
      [Math.cos(angle) * reach, random.range(-0.6, 0.6), Math.sin(angle) * reach, random.range(0.025, 0.11) ** 1.0],
      i,
    );
  }
  const shape = random.pick([
    { square: 0.05, lobes: 0, lobeDepth: 0 },
    { square: 0.55, lobes: 4, lobeDepth: -0.16 },
    { square: 0.2, lobes: 5, lobeDepth: 0.17 },
    { square: 0.3, lobes: 3, lobeDepth: 0.2 },
    { square: 0.25, lobes: 6, lobeDepth: 0.12 },
    { square: 0.7, lobes: 0, lobeDepth: 0 },
  ]);
  const tracer = createGlassTracer({
    tint: { r: Math.min(1, tint.r), g: Math.min(1, tint.g), b: Math.min(1, tint.b) },
    swirl: { r: Math.min(1, swirl.r), g: Math.min(1, swirl.g), b: Math.min(1, swirl.b) },
    plate: oklch(random.range(0.74, 0.82), 0.12, contrast),
    wallLow: oklch(0.87, random.range(0.07, 0.1), wallHue),
    wallHigh: oklch(random.range(0.7, 0.78), random.range(0.13, 0.16), wallHue - 8),
    floor: oklch(0.9, 0.045, wallHue + 10),
    bubbles,
    ...shape,
  });
  const presses = pressPlan(random);
  const squeezeAt = squeezeThrough(
    presses,
    random.range(0.98, 1.08),
    random.range(260, 420),
    random.pick([-1, 1]) * random.range(5, 8),
  );
  const start = random.range(-0.4, 0.4);
  const drift = random.pick([-1, 1]) * random.range(0.06, 0.1);
  const drops = Array.from({ length: 54 }, (_, index) => ({
    press: index % 3,
    angle: random.range(0, Math.PI * 2),
    speed: random.range(220, 760),
    up: random.range(200, 900),
    size: random.range(7, 30),
  }));
  const moments = presses.map(touches);

  return {
    grade: { ...plainGrade, exposure: 0.95, bloom: 0.35, bloomFrom: 1.15, vignette: 0.22, saturation: 1.1 },
    detail: 0.5,
    posterAt: 3.4,
    hook: random.pick(['Wait for it…', 'Don’t blink', 'Press play']),
    line: random.pick(['So satisfying', 'Squish. Breathe. Repeat.', 'Under pressure']),
    paint(film, time) {
      const squeeze = squeezeAt(time);
      tracer.at(time, squeeze);
      const pressed = smooth(0.5, 1, squeeze.flat);
      const angle = start + drift * time * 2;
      const away = 8.3 - 0.5 * smooth(2.4, 3.4, time) - 0.45 * smooth(4.4, 5.4, time) + 0.5 * smooth(6.1, 6.6, time);
      const tremble = 0.008 * pressed * Math.sin(time * 71);
      const camera = lookAt(
        [Math.sin(angle) * away + tremble, 2.35 + 0.2 * Math.sin(time * 0.6), -Math.cos(angle) * away],
        [0, 1.36 + tremble + 0.2 * smooth(0.3, 1.4, squeeze.lift), 0],
        2.55,
      );
      const { x, y, z } = camera;
      expose(film, camera, (dx, dy, dz, light) => tracer.trace(x, y, z, dx, dy, dz, light));
    },
    overlay(pen, time) {
      for (const { press, angle, speed, up, size } of drops) {
        const moment = moments[press];
        if (!moment) continue;
        const since = time - (press === 2 ? moment.lets + 0.02 : moment.meets + 0.08);
        if (since < 0 || since > 1.2) continue;
        const x = 540 + Math.cos(angle) * (300 + speed * since);
        const y = 1130 - up * since + 1500 * since * since + Math.sin(angle) * 60;
        const r = size * Math.min(1, (1.2 - since) * 3, since * 20);
        if (y > 1500 || r < 1) continue;
        const ball = pen.createRadialGradient(x - r * 0.3, y - r * 0.4, r * 0.05, x, y, r);
        ball.addColorStop(0, 'rgba(255,255,255,.95)');
        ball.addColorStop(0.18, toCss(blend(tint, colour(1, 1, 1), 0.35), 0.75));
        ball.addColorStop(0.75, toCss(tint, 0.8));
        ball.addColorStop(1, toCss(blend(tint, colour(1, 1, 1), 0.6), 0.9));
        pen.fillStyle = ball;
        pen.beginPath();
        pen.ellipse(x, y, r, r * (1 + 0.25 * Math.sin(since * 14)), 0, 0, Math.PI * 2);
        pen.fill();
      }
      moments.forEach(({ lets }, index) => {
        const since = time - lets;
        if (since < 0 || since > 1) return;
        for (let n = 0; n < 9 + index * 5; n++) {
          const angle = n * 2.399 + index;
          const reach = 240 + 300 * easeOut(since) * (0.5 + 0.5 * Math.sin(n * 7.1) ** 2);
          drawSparkle(
            pen,
            540 + Math.cos(angle) * reach,
            1080 + Math.sin(angle) * reach * 0.7,
            30 * (1 - since) + 6,
            (1 - since) * (0.5 + 0.5 * Math.sin(time * 20 + n)),
          );
        }
      });
    },
    score(sound) {
      const root = random.whole(-10, -3);
      sound.pad(0, 8, [note(root - 12), note(root - 5), note(root + 4), note(root + 9)], 0.08);
      sound.thump(0.86, 0.6, 64);
      sound.squish(0.86, 0.4, 0.9);
      presses.forEach(({ at, fall, hold, gap }, index) => {
        const { meets, lets } = moments[index] ?? { meets: at, lets: at };
        sound.breath({ at, length: fall, from: 300, to: 900, gain: 0.12, focus: 2, attack: 0.8 });
        sound.thump(meets, 0.4 + 0.2 * index, 54 - index * 4);
        sound.squish(meets, 0.5 + 0.12 * index, 2 - gap);
        sound.breath({
          at: meets,
          length: hold + 0.3,
          from: 180,
          to: 420 + 200 * index,
          gain: 0.2,
          focus: 6,
          attack: 0.6,
        });
        sound.tone({ at: lets, length: 0.5, from: 140, to: 460 + 120 * index, gain: 0.22, vibrato: [9, 0.06] });
        for (let n = 0; n < 3 + index * 2; n++)
          sound.chime(
            lets + 0.05 + n * 0.09,
            note(root + 24 + ([0, 4, 7, 11, 14, 16, 19][n] ?? 0)),
            0.08,
            random.range(-0.7, 0.7),
          );
      });
      sound.squish(6.95, 0.5, 0.9);
      sound.thump(6.95, 0.6, 60);
    },
  };
};
