import type { Random } from '../../stage/random.ts';
import { SAMPLE_RATE, type Sound } from '../../stage/sound.ts';
import { sing } from '../../stage/voice.ts';
import type { Story } from './speech-story.ts';

const BEAT = 0.5;

/** The voice, a second voice when the line is sung, and a small band. */
export function playStory(sound: Sound, story: Story, random: Random): void {
  const { singer, songs, chords, turn, enters, laugh, wink } = story;
  const seconds = 8 * sound.pace;
  const voice = (samples: Float32Array, gain: number, pan: number) =>
    sound.play(0, seconds, pan, (time) => (samples[Math.round(time * SAMPLE_RATE)] ?? 0) * gain);
  voice(sing(songs, singer, random.fork('voice'), SAMPLE_RATE, seconds, sound.pace), 0.62, 0);
  const sung = songs.filter(({ timetable, sung }) => sung === 1 && timetable.from >= turn - 1);
  if (sung.length > 0) {
    // The second voice is a third or fourth above, a little late and slightly out of tune, like a real second singer.
    const above = sung.map((song) => ({ ...song, notes: song.notes.map((step) => step + (step % 12 === 0 ? 4 : 3)) }));
    const second = sing(
      above,
      { ...singer, pitch: singer.pitch * 1.003, breathy: 0.7 },
      random.fork('second'),
      SAMPLE_RATE,
      seconds,
      sound.pace,
    );
    voice(second, 0.15, -0.7);
    sound.play(0.017, seconds - 0.02, 0.7, (time) => (second[Math.round(time * SAMPLE_RATE)] ?? 0) * 0.15);
  }
  const root = singer.pitch > 160 ? singer.pitch / 2 : singer.pitch;
  chords.forEach((chord, index) => {
    const pitches = chord.map((step) => root * 2 ** (step / 12));
    sound.pad(index * 2, 2.3, pitches, 0.05);
    sound.tone({
      at: index * 2,
      length: 1.7,
      from: (pitches[0] ?? root) / (root > 120 ? 2 : 1),
      gain: 0.16,
      shape: 'triangle',
      attack: 0.02,
    });
    for (let beat = 0; beat < 4; beat++) {
      const at = index * 2 + beat * BEAT;
      const full = at >= turn;
      const pluck = pitches[(beat + index) % pitches.length] ?? root;
      sound.tone({
        at: at + BEAT / 2,
        length: 0.5,
        from: pluck * 2,
        gain: full ? 0.075 : 0.045,
        pan: beat % 2 ? 0.5 : -0.5,
        shape: 'triangle',
        attack: 0.004,
      });
      if (at >= 1.9) sound.thump(at, full ? 0.26 : 0.14, 58);
      if (at >= 1.9)
        sound.breath({
          at: at + BEAT / 2,
          length: 0.07,
          from: 7200,
          gain: full ? 0.1 : 0.05,
          pan: 0.3,
          focus: 1.5,
          attack: 0.05,
        });
      if (full)
        sound.breath({
          at: at + BEAT * (beat % 2 ? 0 : 0.75),
          length: 0.1,
          from: beat % 2 ? 1900 : 6000,
          gain: beat % 2 ? 0.16 : 0.04,
          pan: -0.2,
          focus: 1,
          attack: 0.03,
        });
    }
  });
  // The jump into the light: a spring, the lamp's click, and a drum.
  sound.tone({
    at: enters,
    length: 0.34,
    from: 150,
    to: 640,
    gain: 0.2,
    shape: 'triangle',
    attack: 0.01,
    vibrato: [19, 0.06],
  });
  sound.thump(enters + 0.02, 0.5, 140);
  sound.thump(enters + 0.34, 0.8, 60);
  sound.breath({ at: enters + 0.34, length: 0.5, from: 7200, to: 3000, gain: 0.2, focus: 0.8, attack: 0.01 });
  sound.breath({ at: turn - 0.22, length: 0.62, from: 500, to: 3200, gain: 0.2, pan: -0.4, focus: 1.6, attack: 0.45 });
  sound.chime(turn + 0.16, root * 8, 0.09, 0.4);
  laugh.syllables.forEach(({ from }, index) => {
    sound.thump(from, 0.1, 120 + index * 20);
  });
  sound.chime(wink, root * 12, 0.16, 0.3);
  sound.chime(wink + 0.09, root * 16, 0.1, -0.3);
  // Confetti, then applause; the microphone lands on the floor.
  for (const pan of [-0.8, 0.8]) {
    sound.thump(laugh.from, 0.6, 90);
    sound.breath({ at: laugh.from, length: 0.35, from: 3600, to: 900, gain: 0.34, pan, focus: 0.7, attack: 0.01 });
  }
  for (let clap = 0; laugh.from + 0.2 + clap * 0.045 < 7.9; clap++)
    sound.breath({
      at: laugh.from + 0.2 + clap * 0.045,
      length: 0.05,
      from: 1500 + 900 * random.next(),
      gain: 0.1 * Math.min(1, clap / 8),
      pan: random.range(-1, 1),
      focus: 1.2,
      attack: 0.03,
    });
  sound.thump(wink + 0.62, 0.9, 80);
  sound.breath({ at: wink + 0.62, length: 0.09, from: 2600, gain: 0.4, focus: 0.9, attack: 0.03 });
}
