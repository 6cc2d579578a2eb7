import type { SKRSContext2D } from '@napi-rs/canvas';
import { smooth } from '../../stage/easing.ts';

const PUFFS = 9;

/** Steam over a hot dish: puffs that rise, widen and thin out. `since` is the time since the first puff. */
export function drawSteam(pen: SKRSContext2D, since: number, height: number): void {
  if (since < 0) return;
  for (let n = 0; n < PUFFS; n++) {
    const life = since * 0.34 + n / PUFFS;
    const turn = Math.floor(life);
    if (turn < 1 && since * 0.34 < n / PUFFS) continue;
    const age = life - turn;
    const sway = Math.sin(age * 5 + n * 2.1 + turn) * (30 + 90 * age);
    const x = 540 + sway + ((n * 97) % 260) - 130;
    const y = height - 60 - age * 620;
    const radius = 60 + 190 * age;
    const alpha = 0.1 * smooth(0, 0.2, age) * smooth(1, 0.45, age);
    const puff = pen.createRadialGradient(x, y, 0, x, y, radius);
    puff.addColorStop(0, `rgba(255,250,244,${alpha})`);
    puff.addColorStop(0.5, `rgba(255,250,244,${alpha * 0.5})`);
    puff.addColorStop(1, 'rgba(255,250,244,0)');
    pen.fillStyle = puff;
    pen.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  }
}
