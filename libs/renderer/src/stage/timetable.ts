import { mix } from './easing.ts';
import { isEnglish } from './phones.ts';
import { type Beat, beatsOf } from './syllables.ts';

/** One syllable in time: its first consonants start at `from`, its vowel lasts from `opens` to `until`. */
export interface Syllable extends Beat {
  from: number;
  opens: number;
  until: number;
  stressed: boolean;
  /** Index of its word in the line. */
  word: number;
}

export interface SpokenWord {
  text: string;
  from: number;
  until: number;
}

/** The times of a line's words and syllables; mouth, voice and captions all use it. */
export interface Timetable {
  text: string;
  words: SpokenWord[];
  syllables: Syllable[];
  /** Pauses for breathing, including the one before the first word. */
  breaths: { from: number; until: number }[];
  from: number;
  until: number;
}

const BREATH_BEFORE = 0.3;
/** Number of syllables in one breath. */
const ONE_BREATH = 10;
const GAP = 0.1;
const PAUSE = 0.9;
/** Additional duration of the last syllable of a line, in plain syllables. */
const HELD = 0.9;

/**
 * Creates the timetable of a line that starts at `from`. A plain syllable takes `pace` seconds, or less if the line would
 * not end by `latest`.
 */
export function timetableOf(line: string, from: number, latest: number, pace = 0.2): Timetable {
  const english = isEnglish(line);
  const texts = line.split(' ').filter((word) => word !== '');
  const beats = texts.map((word) => beatsOf(word, english));
  const plan = planned(texts, beats, english);
  const weight = plan.reduce((sum, { lasts, pause }) => sum + lasts + pause, 0);
  const unit = weight > 0 ? Math.min(pace, (latest - from) / weight) : 0;

  const words: SpokenWord[] = [];
  const syllables: Syllable[] = [];
  const breaths = [{ from: Math.max(0, from - BREATH_BEFORE), until: from }];
  let time = from;
  for (const step of plan) {
    const until = time + step.lasts * unit;
    if (step.beat) {
      const opens = mix(time, until, step.beat.onset ? (step.beat.onset.manner === 'liquid' ? 0.26 : 0.34) : 0.06);
      syllables.push({ ...step.beat, from: time, opens, until, stressed: step.stressed, word: step.word });
    }
    const word = words[step.word];
    if (word) word.until = until;
    else words[step.word] = { text: texts[step.word] ?? '', from: time, until };
    time = until + step.pause * unit;
    if (step.pause >= PAUSE) breaths.push({ from: until, until: time });
  }
  return { text: line, words, syllables, breaths, from, until: words.at(-1)?.until ?? from };
}

interface Step {
  word: number;
  beat: Beat | null;
  stressed: boolean;
  /** Duration in plain syllables. */
  lasts: number;
  pause: number;
}

function planned(texts: readonly string[], beats: readonly Beat[][], english: boolean): Step[] {
  const steps: Step[] = [];
  let sinceBreath = 0;
  texts.forEach((text, word) => {
    const own = beats[word] ?? [];
    const last = word === texts.length - 1;
    sinceBreath += own.length;
    const breathes = !last && (/[.,;:!?…]["”»)]*$|^[–—-]$/.test(text) || sinceBreath >= ONE_BREATH);
    if (breathes) sinceBreath = 0;
    const pause = last ? 0 : breathes ? PAUSE : GAP;
    // A word of symbols only is shown but not said.
    if (own.length === 0) steps.push({ word, beat: null, stressed: false, lasts: 0, pause });
    own.forEach((beat, index) => {
      const ends = index === own.length - 1;
      const stressed = own.length === 1 ? text.length > 3 || last : index === (english ? 0 : own.length - 2);
      const lasts = 1 + 0.14 * Math.max(0, beat.consonants - 1) + (stressed ? 0.25 : 0) + (last && ends ? HELD : 0);
      steps.push({ word, beat, stressed, lasts, pause: ends ? pause : 0 });
    });
  });
  return steps;
}

/** Strength of the voice at a time, 0 between syllables; nods and lights follow it. */
export function strengthAt(timetable: Timetable, time: number): number {
  for (const { from, opens, until, stressed } of timetable.syllables) {
    if (time < from || time >= until) continue;
    const peak = stressed ? 1 : 0.65;
    return time < opens
      ? (peak * 0.4 * (time - from)) / (opens - from)
      : peak * (1 - 0.6 * ((time - opens) / (until - opens)) ** 2);
  }
  return 0;
}
