import type { Random } from '../../stage/random.ts';
import { note, type Sound } from '../../stage/sound.ts';
import type { RushStory } from './rush-story.ts';

/** The sound: a hum, the lights' wave, engine and road noise, the blackout's silence, and the chord when the light returns. */
export function scoreRush(sound: Sound, random: Random, { go, dark, dawn, gates, side }: RushStory): void {
  const root = random.whole(-19, -13);
  const riff = random.pick([
    [0, 0, 12, 0, 7, 0, 10, 12],
    [0, 12, 0, 7, 0, 12, 3, 7],
    [0, 0, 7, 12, 0, 10, 7, 3],
  ]);
  sound.pad(0, dark, [note(root), note(root + 7), note(root + 15)], 0.08);
  sound.tone({
    at: 0,
    length: go + 0.1,
    from: 58,
    to: 74,
    gain: 0.16,
    shape: 'saw',
    attack: 0.03,
    vibrato: [17, 0.03],
  });
  // The relay, then the wave of light runs down the street.
  sound.thump(go, 1, 46);
  sound.breath({ at: go - 0.05, length: 1.1, from: 400, to: 4200, gain: 0.34, focus: 1, attack: 0.08 });
  [0, 7, 12].forEach((step, n) => {
    sound.chime(go + 0.05 + n * 0.09, note(root + 24 + step), 0.1, n - 1);
  });
  // The engine accelerates through three gears.
  const shifts = [go + 0.05, go + 1.15, 3.4, dark];
  for (let gear = 0; gear < 3; gear++) {
    const [from, until] = [shifts[gear] as number, shifts[gear + 1] as number];
    sound.tone({
      at: from,
      length: until - from + 0.08,
      from: 92 + gear * 44,
      to: 205 + gear * 38,
      gain: 0.18,
      shape: 'saw',
      attack: 0.03,
      vibrato: [31, 0.012],
    });
  }
  sound.breath({ at: go + 0.3, length: dark - go - 0.2, from: 1000, to: 620, gain: 0.15, focus: 0.7, attack: 0.1 });
  for (let step = 0; step < 32; step++) {
    const at = step * 0.25;
    if (at < go || at > dark - 0.1) continue;
    const pan = (step % 2) * 0.3 - 0.15;
    sound.tone({
      at,
      length: 0.24,
      from: note(root + (riff[step % 8] ?? 0)),
      gain: 0.13,
      shape: 'saw',
      attack: 0.004,
      pan,
    });
    if (step % 2 === 0) sound.thump(at, 0.62);
    sound.breath({ at, length: 0.07, from: 7000, gain: step % 2 ? 0.15 : 0.06, focus: 0.8, attack: 0.02 });
    // Lamps and gates that pass.
    if (step % (gates ? 1 : 2) === 0)
      sound.breath({
        at: at - 0.06,
        length: 0.2,
        from: 2400,
        to: 500,
        gain: 0.13,
        pan: step % 4 < 2 ? 0.7 : -0.7,
        focus: 1.5,
        attack: 0.35,
      });
  }
  // The power fails: a falling whine, then only the tyres in the rain.
  sound.tone({ at: dark - 0.02, length: 0.5, from: 320, to: 38, gain: 0.2, shape: 'triangle', attack: 0.01 });
  sound.thump(dark, 0.8, 40);
  sound.breath({
    at: dark,
    length: dawn - dark,
    from: 900,
    to: 600,
    gain: 0.07,
    pan: side * 0.3,
    focus: 0.7,
    attack: 0.2,
  });
  sound.breath({ at: dawn - 0.5, length: 0.55, from: 300, to: 5200, gain: 0.3, focus: 1.2, attack: 0.9 });
  sound.thump(dawn, 1, 44);
  sound.breath({ at: dawn, length: 1.2, from: 5200, to: 700, gain: 0.3, focus: 0.8, attack: 0.02 });
  sound.pad(dawn, 8 - dawn, [note(root + 12), note(root + 19), note(root + 28), note(root + 31)], 0.14);
  sound.tone({
    at: dawn,
    length: 8 - dawn,
    from: 150,
    to: 320,
    gain: 0.08,
    shape: 'saw',
    attack: 0.1,
    vibrato: [27, 0.01],
  });
  for (let beat = 0; dawn + beat * 0.25 < 7.9; beat++) {
    const at = dawn + beat * 0.25;
    if (beat % 2 === 0) sound.thump(at, 0.5);
    sound.chime(at, note(root + ([36, 43, 48, 43, 40, 52][beat % 6] ?? 36)), 0.1, beat % 2 ? 0.4 : -0.4);
  }
}
