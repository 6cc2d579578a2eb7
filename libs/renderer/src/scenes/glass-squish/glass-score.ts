import type { Random } from '../../stage/random.ts';
import { note, type Sound } from '../../stage/sound.ts';
import type { GlassStory } from './glass-story.ts';

/** The sound: each press, each release, the turn and the ending. */
export function scoreGlass(sound: Sound, random: Random, story: GlassStory): void {
  const { presses, moments, ending, turnAt, formsAt, beads } = story;
  const root = random.whole(-10, -3);
  sound.pad(0, turnAt, [note(root - 12), note(root - 5), note(root + 4), note(root + 9)], 0.08);
  sound.pad(turnAt, 8 - turnAt, [note(root - 7), note(root), note(root + 9), note(root + 14)], 0.1);
  sound.squish(0.02, 0.35, 0.8);
  presses.forEach(({ at, fall, hold, gap }, index) => {
    const { meets, lets } = moments[index] ?? { meets: at, lets: at };
    const start = Math.max(0, at);
    sound.breath({ at: start, length: meets - start + 0.05, from: 300, to: 900, gain: 0.12, focus: 2, attack: 0.8 });
    sound.thump(meets, 0.4 + 0.2 * index, 54 - index * 4);
    sound.squish(meets, 0.5 + 0.1 * index, 2 - gap);
    sound.breath({ at: meets, length: hold + 0.3, from: 180, to: 420 + 200 * index, gain: 0.2, focus: 6, attack: 0.6 });
    if (fall > 0.6)
      sound.tone({ at, length: fall + hold, from: 70, to: 130, gain: 0.12, shape: 'triangle', vibrato: [17, 0.03] });
    if (index === presses.length - 1) return;
    sound.tone({ at: lets, length: 0.5, from: 140, to: 460 + 120 * index, gain: 0.22, vibrato: [9, 0.06] });
    for (let n = 0; n < 3 + index; n++)
      sound.chime(lets + 0.05 + n * 0.09, note(root + 24 + ([0, 4, 7, 11, 14][n] ?? 0)), 0.08, random.range(-0.7, 0.7));
  });

  sound.thump(turnAt, 1, 46);
  if (ending === 'leap') {
    sound.tone({ at: turnAt, length: 0.7, from: 150, to: 760, gain: 0.26, vibrato: [9, 0.06] });
    sound.squish(turnAt + 0.66, 0.5, 0.9);
    sound.thump(turnAt + 0.66, 0.6, 60);
  } else {
    // The burst: a crack, a rush, and the ringing of the flying beads.
    sound.breath({ at: turnAt, length: 0.25, from: 5200, to: 1800, gain: 0.5, focus: 0.8, attack: 0.02 });
    sound.breath({ at: turnAt, length: 1.1, from: 2600, to: 240, gain: 0.3, focus: 1.1, attack: 0.04 });
  }
  const late = beads.filter(({ at }) => at >= turnAt).length;
  for (let n = 0; n < late; n++) {
    const step = [0, 3, 7, 10, 12, 15, 19, 22][n % 8] ?? 0;
    const at = turnAt + 0.06 + n * (ending === 'leap' ? 0.07 : 0.055);
    sound.chime(at, note(root + 26 + step), 0.06, ((n % 5) - 2) * 0.4);
  }
  if (ending === 'gather') {
    // The beads are pulled back together: the rush in reverse, then the body is whole again.
    sound.breath({ at: formsAt - 0.7, length: 0.72, from: 240, to: 3400, gain: 0.34, focus: 1.3, attack: 0.94 });
    sound.thump(formsAt, 0.7, 62);
    sound.squish(formsAt + 0.02, 0.6, 1);
  }
  const home = ending === 'gather' ? formsAt + 0.1 : turnAt + 0.9;
  [0, 4, 7, 12].forEach((step, n) => {
    sound.chime(home + n * 0.13, note(root + 19 + step), 0.1, n % 2 ? 0.4 : -0.4);
  });
}
