import type { Random } from '../../stage/random.ts';
import { note, type Sound } from '../../stage/sound.ts';
import type { Piece } from './room-kit.ts';
import type { RoomPlan } from './room-plan.ts';

/** The sound: knocks from the box, the burst, each landing, the curtain, the cat, the lamp. */
export function scoreRoom(
  sound: Sound,
  random: Random,
  plan: RoomPlan,
  hops: readonly number[],
  pieces: readonly Piece[],
  catLands: number,
): void {
  const { burst, settles, curtains, cat, lamp } = plan;
  const root = random.whole(-14, -7);
  const third = random.chance(0.3) ? 3 : 4;
  hops.forEach((at, n) => {
    const pan = n % 2 ? 0.35 : -0.35;
    const rise = n / hops.length;
    sound.thump(at, 0.35 + 0.3 * rise, 76 + 22 * rise);
    sound.breath({ at, length: 0.16, from: 700 + 500 * rise, to: 300, gain: 0.14, focus: 2.5, attack: 0.05, pan });
    sound.chime(at + 0.03, note(root + 24 + n * 2), 0.05 + 0.03 * rise, pan);
  });
  sound.pad(0, burst, [note(root - 12), note(root - 5)], 0.05);
  sound.tone({
    at: burst - 1.4,
    length: 1.4,
    from: note(root),
    to: note(root + 12),
    gain: 0.12,
    shape: 'saw',
    attack: 1.2,
  });
  sound.thump(burst, 1.1, 44);
  sound.breath({ at: burst - 0.02, length: 1.4, from: 3000, to: 260, gain: 0.5, focus: 0.7, attack: 0.03 });
  sound.pad(burst, 8 - burst, [note(root), note(root + third), note(root + 7), note(root + 14)], 0.11);
  for (let n = 0; n < 10; n++)
    sound.chime(
      burst + 0.2 + n * 0.21,
      note(root + 24 + ([0, third, 7, 11, 14, 12, 7][n % 7] ?? 0)),
      0.06,
      random.range(-0.8, 0.8),
    );
  sound.breath({ at: settles, length: 0.8, from: 1600, to: 300, gain: 0.14, focus: 1, attack: 0.6 });
  for (const { lands, weight, home } of pieces) {
    sound.thump(lands, 0.16 + 0.5 * weight, 60 + 40 * (1 - weight));
    sound.breath({
      at: lands,
      length: 0.12,
      from: 900,
      to: 400,
      gain: 0.05 + 0.08 * weight,
      focus: 1.4,
      attack: 0.05,
      pan: home[0] / 3,
    });
  }
  sound.breath({ at: curtains, length: 0.7, from: 2600, to: 900, gain: 0.12, focus: 0.9, attack: 0.3, pan: -0.4 });
  for (let n = 0; n < 4; n++) sound.thump(cat + 0.06 + n * 0.09, 0.08, 120);
  sound.thump(catLands, 0.26, 90);
  const voice = random.range(560, 720);
  sound.tone({
    at: catLands + 0.28,
    length: 0.34,
    from: voice * 0.8,
    to: voice * 1.25,
    gain: 0.07,
    shape: 'triangle',
    attack: 0.08,
    vibrato: [7, 0.02],
  });
  sound.tone({
    at: catLands + 0.5,
    length: 0.3,
    from: voice * 1.2,
    to: voice * 0.75,
    gain: 0.05,
    shape: 'triangle',
    attack: 0.1,
  });
  sound.tone({ at: lamp, length: 0.05, from: 1800, gain: 0.14, attack: 0.002 });
  sound.chime(lamp + 0.06, note(root + 31), 0.14);
}
