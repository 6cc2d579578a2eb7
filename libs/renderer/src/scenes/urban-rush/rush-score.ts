import type { Random } from '../../stage/random.ts';
import { note, type Sound } from '../../stage/sound.ts';
import type { RushStory } from './rush-story.ts';

/** The sound: engine, road noise, the hollow tunnel, the tyres, and the calm after. */
export function scoreRush(sound: Sound, random: Random, story: RushStory): void {
  const { surge, enters, leaves, calm, tunnel, gates, ending, side } = story;
  const root = random.whole(-19, -13);
  const riff = random.pick([
    [0, 0, 12, 0, 7, 0, 10, 12],
    [0, 12, 0, 7, 0, 12, 3, 7],
    [0, 0, 7, 12, 0, 10, 7, 3],
  ]);
  sound.pad(0, 8, [note(root), note(root + 7), note(root + 15)], 0.08);
  // The clip starts at speed: the car has just passed.
  sound.breath({ at: 0, length: 0.9, from: 2600, to: 380, gain: 0.3, pan: -side * 0.3, focus: 1.1, attack: 0.05 });
  sound.tone({ at: 0, length: 1.0, from: 210, to: 92, gain: 0.14, shape: 'saw', attack: 0.01 });
  sound.tone({
    at: 0.9,
    length: surge - 0.9,
    from: 78,
    to: 86,
    gain: 0.09,
    shape: 'saw',
    attack: 0.2,
    vibrato: [23, 0.02],
  });
  sound.breath({ at: 0.9, length: surge - 0.7, from: 700, to: 620, gain: 0.08, focus: 0.7, attack: 0.3 });
  for (let step = 0; step < 32; step++) {
    const at = step * 0.25;
    if (at < 0.7) continue;
    const drive = at > surge - 0.01 && at < calm;
    const pan = (step % 2) * 0.3 - 0.15;
    if (at < calm + 0.8)
      sound.tone({
        at,
        length: 0.24,
        from: note(root + (riff[step % 8] ?? 0)),
        gain: drive ? 0.15 : 0.08,
        shape: 'saw',
        attack: 0.004,
        pan,
      });
    if (at < calm && (step % 4 === 0 || (drive && step % 2 === 0))) sound.thump(at, drive ? 0.7 : 0.4);
    if (drive) sound.breath({ at, length: 0.07, from: 7000, gain: step % 2 ? 0.16 : 0.07, focus: 0.8, attack: 0.02 });
  }
  // The engine accelerates through two gears, and the wind rises with it.
  sound.breath({ at: surge - 0.9, length: 1.0, from: 200, to: 3200, gain: 0.26, focus: 1.4, attack: 0.9 });
  sound.thump(surge, 0.9, 48);
  const half = (calm - surge) / 2;
  sound.tone({
    at: surge,
    length: half,
    from: 88,
    to: 236,
    gain: 0.2,
    shape: 'saw',
    attack: 0.03,
    vibrato: [31, 0.012],
  });
  sound.tone({
    at: surge + half,
    length: half + 0.2,
    from: 150,
    to: 280,
    gain: 0.2,
    shape: 'saw',
    attack: 0.02,
    vibrato: [31, 0.012],
  });
  sound.breath({ at: surge, length: calm - surge + 0.3, from: 1000, to: 620, gain: 0.15, focus: 0.7, attack: 0.05 });
  if (tunnel) {
    sound.breath({ at: enters - 0.05, length: 0.3, from: 3800, to: 700, gain: 0.35, focus: 0.9, attack: 0.1 });
    sound.breath({
      at: enters,
      length: leaves - enters + 0.1,
      from: 240,
      to: 330,
      gain: 0.34,
      focus: 3.5,
      attack: 0.1,
    });
    sound.breath({ at: leaves - 0.05, length: 0.8, from: 500, to: 4200, gain: 0.26, focus: 0.8, attack: 0.12 });
  }
  const first = tunnel ? enters + 0.2 : surge + 0.35;
  if (tunnel || gates)
    for (let ring = 0, at = first; at < leaves; ring++, at += tunnel ? 0.205 : 0.34)
      sound.breath({
        at: at - 0.08,
        length: 0.2,
        from: 2400,
        to: 500,
        gain: 0.18,
        pan: ring % 2 ? 0.7 : -0.7,
        focus: 1.5,
        attack: 0.35,
      });
  if (ending === 'slide') {
    // Tyres on a wet road.
    sound.breath({ at: calm, length: 1.25, from: 1500, to: 900, gain: 0.32, pan: side * 0.3, focus: 6, attack: 0.12 });
    sound.breath({
      at: calm,
      length: 1.4,
      from: 5200,
      to: 1400,
      gain: 0.22,
      pan: -side * 0.3,
      focus: 0.7,
      attack: 0.1,
    });
    sound.thump(calm + 1.2, 0.35, 70);
  } else
    sound.tone({
      at: calm,
      length: 8 - calm,
      from: 150,
      to: 70,
      gain: 0.1,
      shape: 'saw',
      attack: 0.05,
      vibrato: [19, 0.015],
    });
  sound.pad(calm, 8 - calm, [note(root + 12), note(root + 19), note(root + 27)], 0.09);
  [36, 43, 39, 48].forEach((step, n) => {
    sound.chime(calm + 0.5 + n * 0.3, note(root + step), 0.12 - n * 0.015, n % 2 ? 0.35 : -0.3);
  });
}
