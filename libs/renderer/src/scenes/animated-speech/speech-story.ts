import { mix } from '../../stage/easing.ts';
import type { Random } from '../../stage/random.ts';
import { type Syllable, type Timetable, timetableOf } from '../../stage/timetable.ts';
import type { Singer, Song } from '../../stage/voice.ts';

/** The timing of all speech, and the notes it is sung on. */
export interface Story {
  /** The time when the speaker jumps up into the spotlight. */
  enters: number;
  hook: Timetable;
  /** The line: spoken, then sung, as often as time allows. */
  line: Timetable[];
  laugh: Timetable;
  /** The time when the camera swings round, the wall changes its colours and the voice rises. */
  turn: number;
  /** The time when the speaker winks and lets the microphone drop. */
  wink: number;
  /** Time of the poster: a stressed vowel some time after the turn, without a blink. */
  best: number;
  /** One chord for every two seconds, in semitones above the key note. */
  chords: readonly (readonly number[])[];
  /** The singer; its pitch is the key note in its range. */
  singer: Singer;
  songs: Song[];
}

/** Latest end of the line: the name of the business is shown after it. */
const LINE_ENDS = 6.0;
const BETWEEN = 0.46;
const TONIC = [0, 4, 7, 12] as const;
const CHORDS = {
  tonic: TONIC,
  sixth: [-3, 0, 4, 9],
  fourth: [-7, 0, 5, 9],
  fifth: [-5, 2, 7, 11],
} as const;

export function storyOf(random: Random, hookText: string, lineText: string, throat: number): Story {
  const enters = random.range(0.06, 0.14);
  const start = random.range(0.76, 0.9);
  const hook = timetableOf(hookText, start, start + 1, 0.17);
  const line = passesOf(random, lineText, Math.max(hook.until + 0.4, random.range(1.85, 2.25)));
  const ended = line.at(-1)?.until ?? LINE_ENDS;
  const laughs = Math.max(ended + 0.35, Math.min(6.5, ended + 0.9));
  const laugh = timetableOf('ha ha ha', laughs, laughs + 0.75, 0.17);
  const chords = random.pick([
    [CHORDS.tonic, CHORDS.sixth, CHORDS.fourth, CHORDS.tonic],
    [CHORDS.sixth, CHORDS.fourth, CHORDS.tonic, CHORDS.tonic],
    [CHORDS.tonic, CHORDS.fourth, CHORDS.fifth, CHORDS.tonic],
  ]);
  const tune = (timetable: Timetable, sung: number, height: number): Song => {
    let last = height;
    const notes = timetable.syllables.map(({ from, stressed }, index) => {
      const ends = index === timetable.syllables.length - 1;
      const chord = ends ? TONIC : (chords[Math.min(3, Math.floor(from / 2))] ?? TONIC);
      const target = last + random.range(-3.5, 3.5) + (stressed ? 1.2 : -0.8) + (height - last) * 0.3;
      const steps = [...chord, ...chord.map((step) => step + 12)].filter((step) => step >= -3 && step <= 15);
      last = steps.reduce((best, step) => (Math.abs(step - target) < Math.abs(best - target) ? step : best), 40);
      return last;
    });
    return { timetable, notes, sung };
  };
  const songs = [
    tune(hook, 0.2, 3),
    ...line.map((pass, index) =>
      tune(
        pass,
        index > 0 || line.length === 1 ? 1 : 0.5,
        mix(3, 8, Math.min(1, index + (line.length === 1 ? 0.6 : 0))),
      ),
    ),
    { timetable: laugh, notes: [10, 8, 5], sung: 0.1 },
  ];
  const only = line[0];
  const middle =
    only && only.words.length > 1
      ? only.words.reduce((best, word) => (Math.abs(word.from - 4) < Math.abs(best - 4) ? word.from : best), 0)
      : 3.8;
  const turn = (line.length > 1 ? (line[1]?.from ?? middle) : Math.max(middle, 2.6)) - 0.16;
  const late = line.flatMap(({ syllables }) => syllables).filter(({ from }) => from > turn + 0.45);
  const openness = ({ vowel, coda, stressed, opens, until }: Syllable) =>
    'uioea'.indexOf(vowel) - (coda?.place === 'lips' ? 3 : 0) + (stressed ? 1 : 0) + (until - opens) * 2;
  const shown = late.reduce<Syllable | undefined>(
    (best, one) => (best && openness(best) >= openness(one) ? best : one),
    undefined,
  );
  return {
    enters,
    hook,
    line,
    laugh,
    turn,
    best: shown ? mix(shown.opens, shown.until, 0.45) : turn + 0.8,
    wink: Math.max(6.95, laugh.until + 0.15),
    chords,
    singer: {
      pitch: throat > 1.08 ? random.range(196, 233) : random.range(110, 139),
      throat,
      breathy: random.range(0.25, 0.5),
    },
    songs,
  };
}

/** One pass for a long line; otherwise spoken, then sung, with the remaining time spread over the pauses. */
function passesOf(random: Random, text: string, from: number): Timetable[] {
  const spoken = timetableOf(text, from, LINE_ENDS, random.range(0.18, 0.21));
  const sung = random.range(0.24, 0.28);
  const room = LINE_ENDS - spoken.until;
  const length = spoken.until - from;
  const more = Math.min(2, Math.floor(room / (length + BETWEEN)));
  if (more < 1) return [timetableOf(text, from, LINE_ENDS, sung)];
  const pause =
    BETWEEN + Math.max(0, Math.min(random.range(0.1, 0.4), (room - more * (length * 1.3 + BETWEEN)) / more));
  const passes = [spoken];
  for (let pass = 0; pass < more; pass++) {
    const begins = (passes.at(-1)?.until ?? from) + pause;
    // Each pass leaves as much time for every later pass as it takes itself.
    const latest = begins + (LINE_ENDS - begins - (more - 1 - pass) * pause) / (more - pass);
    passes.push(timetableOf(text, begins, latest, sung));
  }
  return passes;
}
