import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Colour, toCss } from '../../stage/colour.ts';
import { smooth } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';

export interface Flock {
  /** The time when the first bird is halfway across. */
  at: number;
  paint(pen: SKRSContext2D, time: number, dark: Colour, light: Colour): void;
}

/** A few birds that cross the picture in loose order; they alternate between flapping and gliding. */
export function createFlock(random: Random, at: number, side: number, near: boolean): Flock {
  const birds = Array.from({ length: near ? 5 : 7 }, (_, index) => ({
    back: index * random.range(0.8, 1.2),
    across: (index % 2 ? 1 : -1) * Math.ceil(index / 2) + random.range(-0.25, 0.25),
    size: (near ? 62 : 30) * random.range(0.75, 1.2),
    beat: random.range(2.2, 2.9),
    phase: random.range(0, 6),
  }));
  const height = random.range(0.4, 0.52);
  const pace = near ? 0.3 : 0.17;
  return {
    at,
    paint(pen, time, dark, light) {
      for (const bird of birds) {
        const way = (time - at) * pace - bird.back * 0.055;
        const x = 540 + side * (way * 1500 + bird.across * 26);
        const y = 1920 * (height - way * 0.22) + bird.across * 46 + 22 * Math.sin(time * 0.9 + bird.phase);
        if (x < -150 || x > 1230) continue;
        // Glides between the wing beats make the flight less mechanical.
        const glide = smooth(0.1, 0.7, Math.sin(time * 1.1 + bird.phase));
        const beat = Math.sin(time * bird.beat * Math.PI * 2 + bird.phase) * (1 - glide * 0.85) + glide * 0.22;
        paintBird(pen, x, y, bird.size, side * 0.5, beat, dark, light);
      }
    },
  };
}

function paintBird(
  pen: SKRSContext2D,
  x: number,
  y: number,
  size: number,
  lean: number,
  beat: number,
  dark: Colour,
  light: Colour,
): void {
  pen.save();
  pen.translate(x, y);
  pen.rotate(-lean * 0.35);
  for (const wing of [-1, 1]) {
    const elbowX = wing * size * 0.48;
    const elbowY = -beat * size * 0.34 - size * 0.06;
    const tipX = wing * size * (1.02 - 0.12 * Math.abs(beat));
    const tipY = -beat * size * 0.62 + (beat < 0 ? -0.05 : 0.12) * size;
    pen.fillStyle = toCss(wing * lean > 0 ? light : dark);
    pen.beginPath();
    pen.moveTo(0, -size * 0.09);
    pen.quadraticCurveTo(elbowX * 0.6, elbowY - size * 0.08, elbowX, elbowY);
    pen.quadraticCurveTo((elbowX + tipX) / 2, (elbowY + tipY) / 2 - size * 0.05, tipX, tipY);
    pen.quadraticCurveTo((elbowX + tipX) / 2, (elbowY + tipY) / 2 + size * 0.1, elbowX, elbowY + size * 0.16);
    pen.quadraticCurveTo(elbowX * 0.5, elbowY * 0.3 + size * 0.16, 0, size * 0.1);
    pen.fill();
  }
  pen.fillStyle = toCss(dark);
  pen.beginPath();
  pen.ellipse(0, 0, size * 0.1, size * 0.26, lean * 0.9, 0, Math.PI * 2);
  pen.fill();
  pen.restore();
}
