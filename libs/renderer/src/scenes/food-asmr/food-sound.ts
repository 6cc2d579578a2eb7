import type { Random } from '../../stage/random.ts';
import { note, type Sound } from '../../stage/sound.ts';
import type { Dish } from './food-dish.ts';

/** The sound: soft thuds as layers land, a wet murmur while the sauce flows, bells at the end, a warm chord throughout. */
export function scoreDish(sound: Sound, random: Random, { lands, pours, finale, sauce }: Dish): void {
  const root = random.whole(-9, -2);
  const minor = random.chance(0.3);
  sound.pad(0, 8, [note(root - 12), note(root - 5), note(root + (minor ? 3 : 4)), note(root + 11)], 0.06);
  lands.forEach((at, n) => {
    const pan = n % 2 ? 0.25 : -0.25;
    sound.thump(at, 0.42, 58 + n * 5);
    sound.squish(at, 0.36, 1.1 - n * 0.08);
    sound.breath({ at: at - 0.35, length: 0.35, from: 300, to: 1100, gain: 0.07, focus: 1.5, attack: 0.85, pan });
    sound.chime(at + 0.02, note(root + 12 + ([0, 4, 7, 12, 16][n % 5] ?? 0)), 0.05, pan);
  });
  const length = pours.ends - pours.starts + 0.5;
  const thick = sauce === 'thick';
  sound.breath({
    at: pours.starts + 0.2,
    length,
    from: thick ? 300 : 700,
    to: thick ? 520 : 1300,
    gain: 0.2,
    focus: 4,
    attack: 0.08,
    pan: -0.15,
  });
  sound.breath({ at: pours.starts + 0.3, length, from: 1900, to: 1400, gain: 0.05, focus: 2, attack: 0.15, pan: 0.3 });
  for (let at = pours.starts + 0.4; at < pours.ends + 0.3; at += random.range(0.06, 0.15)) {
    const pitch = random.range(230, 640);
    sound.tone({
      at,
      length: 0.09,
      from: pitch,
      to: pitch * 1.6,
      gain: 0.06,
      pan: random.range(-0.7, 0.7),
      attack: 0.006,
    });
  }
  sound.squish(finale, 0.42, 0.7);
  sound.thump(finale, 0.3, 80);
  for (let n = 0; n < 9; n++)
    sound.chime(
      finale - 0.05 + n * 0.14,
      note(root + 24 + ([0, 4, 7, 11, 14][n % 5] ?? 0)),
      0.06,
      random.range(-0.8, 0.8),
    );
}
