import { mix, smooth } from './easing.ts';
import type { Consonant, Vowel } from './syllables.ts';
import type { Syllable, Timetable } from './timetable.ts';

/** The shape of a mouth; all numbers run from 0 to 1. */
export interface Mouth {
  open: number;
  /** 0 pursed, 1 stretched wide. */
  wide: number;
  round: number;
  /** Lips pressed together, as for m, b and p. */
  press: number;
  /** Lower lip under the upper teeth, as for f and v. */
  tuck: number;
}

const REST: Mouth = { open: 0, wide: 0.5, round: 0, press: 0, tuck: 0 };

const VOWELS: Record<Vowel, Mouth> = {
  a: { open: 1, wide: 0.6, round: 0, press: 0, tuck: 0 },
  e: { open: 0.62, wide: 0.85, round: 0, press: 0, tuck: 0 },
  i: { open: 0.36, wide: 1, round: 0, press: 0, tuck: 0 },
  o: { open: 0.78, wide: 0.2, round: 0.85, press: 0, tuck: 0 },
  u: { open: 0.42, wide: 0, round: 1, press: 0, tuck: 0 },
};

/** The mouth closes in pauses longer than this. */
const SHUTS = 0.24;

interface Key {
  at: number;
  mouth: Mouth;
}

/** The mouth shape of a speaker of these timetables, as a function of time. */
export function mouthOf(timetables: readonly Timetable[]): (time: number) => Mouth {
  const syllables = timetables.flatMap((timetable) => timetable.syllables);
  const keys: Key[] = [{ at: -1, mouth: REST }];
  syllables.forEach((syllable, index) => {
    const before = syllables[index - 1];
    if (!before || syllable.from - before.until > SHUTS) keys.push({ at: syllable.from - 0.12, mouth: REST });
    keys.push(...keysOf(syllable));
    const after = syllables[index + 1];
    if (!after || after.from - syllable.until > SHUTS) keys.push({ at: syllable.until + 0.1, mouth: REST });
  });
  return (time) => {
    const next = keys.findIndex((key) => key.at > time);
    const from = keys.at(next < 0 ? -1 : Math.max(0, next - 1)) as Key;
    const to = next < 0 ? from : (keys[next] as Key);
    return blended(from.mouth, to.mouth, to.at > from.at ? smooth(from.at, to.at, time) : 0);
  };
}

function keysOf({ from, opens, until, onset, vowel, coda, stressed }: Syllable): Key[] {
  const full = VOWELS[vowel];
  const vowelShape: Mouth = { ...full, open: full.open * (stressed ? 1 : 0.8) };
  const keys: Key[] = [];
  if (onset) {
    const shape = consonantMouth(onset, vowelShape);
    keys.push({ at: mix(from, opens, 0.2), mouth: shape }, { at: mix(from, opens, 0.6), mouth: shape });
  } else keys.push({ at: from, mouth: blended(REST, vowelShape, 0.5) });
  keys.push({ at: mix(opens, until, 0.3), mouth: vowelShape }, { at: mix(opens, until, 0.62), mouth: vowelShape });
  keys.push({
    at: mix(opens, until, 0.97),
    mouth: coda ? consonantMouth(coda, vowelShape) : blended(REST, vowelShape, 0.55),
  });
  return keys;
}

/** Consonants of lips and teeth have their own shapes; consonants of the tongue look like a half-closed vowel. */
function consonantMouth({ manner, place }: Consonant, vowel: Mouth): Mouth {
  if (place === 'lips' && manner !== 'liquid')
    return { open: 0, wide: vowel.wide * 0.6 + 0.15, round: 0, press: 1, tuck: 0 };
  if (place === 'lips') return { open: 0.16, wide: 0, round: 1, press: 0, tuck: 0 };
  if (place === 'teeth') return { open: 0.16, wide: 0.6, round: 0, press: 0, tuck: 1 };
  const open = manner === 'fricative' && place === 'tongue' ? 0.14 : 0.24;
  return { ...vowel, open: Math.min(open, vowel.open), wide: mix(vowel.wide, 0.6, 0.4) };
}

function blended(from: Mouth, to: Mouth, share: number): Mouth {
  return {
    open: mix(from.open, to.open, share),
    wide: mix(from.wide, to.wide, share),
    round: mix(from.round, to.round, share),
    press: mix(from.press, to.press, share),
    tuck: mix(from.tuck, to.tuck, share),
  };
}
