import { clamp } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';
import { note, type Sound } from '../../stage/sound.ts';
import type { createStory } from './creature-story.ts';

type Story = ReturnType<typeof createStory>;

/** The sound: plucked steps while it is curious, a flutter that follows the light, leaps, a gasp, giggles, a bright ending. */
export function scoreCreature(sound: Sound, random: Random, story: Story, side: number): void {
  const root = random.whole(-13, -6);
  const scale = [0, 2, 4, 7, 9, 12, 14, 16];
  const pick = (step: number) => note(root + 12 + (scale[step % scale.length] ?? 0));
  sound.pad(0, story.burst + 0.3, [note(root), note(root + 7), note(root + 9)], 0.07);
  sound.pad(
    story.burst - 0.1,
    8 - story.burst + 0.1,
    [note(root), note(root + 4), note(root + 7), note(root + 12)],
    0.13,
  );
  for (let at = 0.1, n = 0; at < story.burst; at += 0.25, n++) {
    const busy = at > story.first.start - 0.4 && at < story.down;
    if (n % 2 && !busy && random.chance(0.55)) continue;
    pluck(at, pick(busy ? n % 5 : random.whole(0, 5)), busy ? 0.12 : 0.1, ((n % 4) - 1.5) * 0.3);
  }
  for (let at = 0; at < 7.8; at += 0.12) {
    const { at: place, bright } = story.spark(at);
    const held = at > story.caught && at < story.opens;
    sound.tone({
      at,
      length: 0.1,
      from: note(root + 36 + random.pick([0, 4, 7, 11])),
      gain: (held ? 0.012 : 0.028) * bright,
      pan: clamp(place[0] * 0.7, -0.9, 0.9),
      attack: 0.004,
    });
  }
  if (story.opening === 'sleep')
    for (const at of [0.05, 0.65]) sound.breath({ at, length: 0.5, from: 240, to: 420, gain: 0.16, focus: 3 });
  if (story.opening === 'sneak') for (const at of [0.3, 0.55, 0.8, 1.05]) sound.thump(at, 0.22, 92);
  voice(story.notice + 0.02, 0.22, 380, 620, 0.16);
  for (const { start, air } of [story.first, story.second]) {
    sound.tone({
      at: start - 0.36,
      length: 0.34,
      from: 240,
      to: 150,
      gain: 0.12,
      shape: 'triangle',
      vibrato: [26, 0.05],
    });
    sound.breath({ at: start, length: air, from: 500, to: 2200, gain: 0.22, attack: 0.2, pan: -0.2 * side });
    voice(start + 0.02, 0.2, 420, 760, 0.12);
    sound.thump(start + air, 0.6, 64);
    sound.squish(start + air, 0.14, 0.8);
  }
  sound.breath({ at: story.first.start + 0.24, length: 0.3, from: 3000, to: 5200, gain: 0.1, pan: -0.6 * side });
  sound.chime(story.caught, note(root + 31), 0.16);
  sound.chime(story.opens + 0.1, note(root + 28), 0.09, 0.3 * side);
  sound.chime(story.nose, note(root + 35), 0.15);
  voice(story.nose + 0.05, 0.3, 520, 430, 0.12);
  sound.breath({ at: story.burst - 0.25, length: 0.6, from: 900, to: 6500, gain: 0.16, attack: 0.45 });
  for (let n = 0; n < 12; n++) sound.chime(story.burst + n * 0.1, pick(n) * 2, 0.075, random.range(-0.85, 0.85));
  for (let n = 0; n < 5; n++) voice(story.burst + 0.12 + n * 0.15, 0.11, 640 - n * 22, 700 - n * 40, 0.13);
  voice(story.waves + 0.25, 0.14, 470, 640, 0.14);
  voice(story.waves + 0.42, 0.3, 640, 500, 0.14);
  sound.thump(story.burst, 0.4, 58);
  for (const [n, step] of [0, 4, 7, 12].entries()) pluck(7.1 + n * 0.11, note(root + 12 + step), 0.15, (n - 1.5) * 0.4);
  sound.chime(7.5, note(root + 36), 0.1, 0.2);

  function pluck(at: number, from: number, gain: number, pan: number): void {
    sound.tone({ at, length: 0.42, from, gain, pan, shape: 'triangle', attack: 0.003 });
    sound.tone({ at, length: 0.16, from: from * 2, gain: gain * 0.35, pan, attack: 0.002 });
  }

  /** A small voice: two resonances over a gliding tone. */
  function voice(at: number, length: number, from: number, to: number, gain: number): void {
    sound.tone({ at, length, from, to, gain, shape: 'triangle', attack: 0.02, vibrato: [7, 0.02] });
    sound.tone({ at, length, from: from * 2.1, to: to * 2.2, gain: gain * 0.35, attack: 0.02, vibrato: [7, 0.02] });
    sound.breath({ at, length, from: 2400, to: 2900, gain: gain * 0.2, focus: 4, attack: 0.15 });
  }
}
