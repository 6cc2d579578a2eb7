import type { SKRSContext2D } from '@napi-rs/canvas';
import { smooth } from '../../stage/easing.ts';
import { drawScrap } from '../../stage/glints.ts';
import type { Random } from '../../stage/random.ts';

const COUNT = 150;
/** Pixels per second at which paper sinks. */
const FALL = 250;

/** Confetti that two cannons below the picture shoot up; `since` is the time since the shot. */
export function createConfetti(
  random: Random,
  colours: readonly string[],
): (pen: SKRSContext2D, since: number) => void {
  const scraps = Array.from({ length: COUNT }, (_, index) => {
    const side = index % 2 ? 1 : -1;
    const near = random.chance(0.12);
    return {
      x: 540 + side * random.range(430, 620),
      across: -side * random.range(60, 1500),
      up: random.range(1700, 4300),
      size: near ? random.range(32, 48) : random.range(13, 25),
      late: random.range(0, 0.16),
      turn: random.range(0, 6),
      pace: random.range(4, 11),
      sway: random.range(14, 60),
      colour: colours[index % colours.length] ?? '#fff',
      alpha: near ? 0.7 : 1,
    };
  });
  return (pen, since) => {
    for (const { x, across, up, size, late, turn, pace, sway, colour, alpha } of scraps) {
      const time = since - late;
      if (time <= 0) continue;
      // Air stops paper soon; from then on it sinks at a steady pace.
      const drag = (1 - Math.exp(-time * 2.6)) / 2.6;
      const left = x + across * drag + sway * Math.sin(time * 3 + turn) * smooth(0.3, 1, time);
      const top = 2000 - up * drag * 1.35 + FALL * Math.max(0, time - 0.35);
      if (top > 1980 || top < -60) continue;
      drawScrap(pen, left, top, size, turn + time * pace * 0.4, time * pace + turn, colour, alpha);
    }
  };
}
