import { phonesOf } from './phones.ts';

export type Vowel = 'a' | 'e' | 'i' | 'o' | 'u';

/** Manner and place of articulation of a consonant; they set its noise and the shape of the mouth. */
export interface Consonant {
  manner: 'plosive' | 'fricative' | 'nasal' | 'liquid';
  place: 'lips' | 'teeth' | 'tongue' | 'throat';
  voiced: boolean;
}

/** One syllable of a word: onset, vowel, coda. */
export interface Beat {
  onset: Consonant | null;
  vowel: Vowel;
  coda: Consonant | null;
  /** Number of consonants; a syllable with more of them takes longer. */
  consonants: number;
}

const CONSONANTS: Record<string, Consonant> = {
  ...made('plosive', 'lips', 'b', 'p'),
  ...made('plosive', 'tongue', 'd', 't'),
  ...made('plosive', 'throat', 'g', 'k'),
  ...made('plosive', 'tongue', 'j', 'c'),
  ...made('fricative', 'teeth', 'v', 'f'),
  ...made('fricative', 'tongue', 'z', 's'),
  ...made('fricative', 'throat', '', 'h'),
  ...made('nasal', 'lips', 'm', ''),
  ...made('nasal', 'tongue', 'n', ''),
  ...made('liquid', 'tongue', 'lry', ''),
  ...made('liquid', 'lips', 'w', ''),
};

/** Vowels that are written with two letters. */
const TOGETHER: Record<string, Vowel> = {
  ...{ oo: 'u', ee: 'i', ea: 'i', ai: 'e', ay: 'e', au: 'o', oa: 'o', ie: 'i', ei: 'e', ou: 'o', eu: 'u', ue: 'u' },
};
const OPENEST = 'aoeiu';

/** Consonant pairs that begin a syllable together. */
const BEGINS = /^(?:[bpdtgkfv][rl]|s[ptkmnl])$/;

/** The syllables of a word, one for each vowel. A word of symbols only has none. */
export function beatsOf(word: string, english: boolean): Beat[] {
  return phonesOf(word, english)
    .split('|')
    .filter((piece) => piece !== '')
    .flatMap((piece) => beatsOfSounds(piece, english));
}

function beatsOfSounds(sounds: string, english: boolean): Beat[] {
  // A word without a vowel is spelt out, with two consonants per syllable.
  const sung = /[aeiou]/.test(sounds) ? sounds : sounds.replace(/..?/g, (pair) => `${pair[0]}e${pair[1] ?? ''}`);
  const pieces = [...sung.matchAll(/([^aeiou]*)([aeiou]{1,2})/g)];
  const tail = /[^aeiou]*$/.exec(sung)?.[0] ?? '';
  const beats: Beat[] = [];
  let opening = '';
  pieces.forEach((piece, index) => {
    const before = piece[1] ?? '';
    const own = index === 0 ? before : opening;
    const next = pieces[index + 1]?.[1] ?? tail;
    const cut = index === pieces.length - 1 ? next.length : startOfNext(next);
    const closing = next.slice(0, cut);
    opening = next.slice(cut);
    beats.push({
      onset: CONSONANTS[own.at(0) === 's' && own.length > 1 ? (own.at(1) ?? '') : (own.at(0) ?? '')] ?? null,
      vowel: vowelOf(piece[2] ?? 'a', english),
      coda: CONSONANTS[closing.at(0) ?? ''] ?? null,
      consonants: own.length + closing.length,
    });
  });
  return beats;
}

/** Index, in the consonants between two vowels, where the second syllable begins. */
function startOfNext(between: string): number {
  if (between.length < 2) return 0;
  return between.length - (BEGINS.test(between.slice(-2)) ? 2 : 1);
}

function vowelOf(group: string, english: boolean): Vowel {
  const first = group[0] as Vowel;
  if (group.length === 1) return first;
  if (english) return TOGETHER[group] ?? first;
  return [...OPENEST].find((vowel) => group.includes(vowel)) as Vowel;
}

function made(
  manner: Consonant['manner'],
  place: Consonant['place'],
  voiced: string,
  breathed: string,
): Record<string, Consonant> {
  return Object.fromEntries([
    ...[...voiced].map((letter) => [letter, { manner, place, voiced: true }]),
    ...[...breathed].map((letter) => [letter, { manner, place, voiced: false }]),
  ]);
}
