import { mouthOf } from './mouth.ts';
import { createRandom } from './random.ts';
import { beatsOf } from './syllables.ts';
import { timetableOf } from './timetable.ts';
import { sing } from './voice.ts';

const LINES = [
  'Light the evening',
  'Say it like you mean it',
  'Pane fresco ogni mattina, fatto a mano',
  'Hören Sie 24 Stunden – 7 Tage',
  'Добрый вечер, друзья',
  'Καλημέρα σε όλους',
  'שלום לכולם',
  'مرحبا بكم في البيت',
  'नमस्ते दुनिया',
  'شاي & קפה for 3 €',
  'x'.repeat(64),
  '1234567890'.repeat(6),
  'hmm tsk 100% … ok',
];
const FROM = 2;
const LATEST = 6.1;

describe('the timetable of a line', () => {
  it.each(LINES)('has the words of «%s» in order, one after another, within its time', (line) => {
    const { words, syllables, until } = timetableOf(line, FROM, LATEST);
    expect(words.map((word) => word.text).join(' ')).toBe(line);
    expect(until).toBeLessThanOrEqual(LATEST + 1e-9);
    let time = FROM;
    for (const word of words) {
      expect(word.from).toBeGreaterThanOrEqual(time - 1e-9);
      expect(word.until).toBeGreaterThanOrEqual(word.from);
      time = word.until;
    }
    expect(syllables.length).toBeGreaterThan(0);
    for (const { from, opens, until: end, word } of syllables) {
      expect(from).toBeLessThan(opens);
      expect(opens).toBeLessThan(end);
      expect(from).toBeGreaterThanOrEqual((words[word]?.from ?? 9) - 1e-9);
      expect(end).toBeLessThanOrEqual((words[word]?.until ?? 0) + 1e-9);
    }
  });

  it('has a breath before the line and at each comma', () => {
    expect(timetableOf('One, two', FROM, LATEST).breaths).toHaveLength(2);
  });

  it('has the right number of syllables in several scripts', () => {
    const count = (word: string, english = false) => beatsOf(word, english).length;
    expect(['evening', 'light', 'like', 'volume', 'banana'].map((word) => count(word, true))).toEqual([3, 1, 1, 2, 3]);
    expect(['mattina', 'buongiorno', 'lume'].map((word) => count(word))).toEqual([3, 3, 2]);
    expect(['вечер', 'молоко', 'καλημέρα', 'שלום', 'مرحبا', 'नमस्ते'].map((word) => count(word))).toEqual([
      2, 3, 4, 2, 3, 3,
    ]);
    expect(count('2026')).toBe(4);
    expect(count('–')).toBe(0);
  });
});

describe('the mouth', () => {
  it.each(LINES)('is open in the middle of every vowel of «%s» and shut for m, b and p', (line) => {
    const timetable = timetableOf(line, FROM, LATEST);
    const mouth = mouthOf([timetable]);
    for (const { from, opens, until, onset } of timetable.syllables) {
      expect(mouth((opens + until) / 2).open).toBeGreaterThan(0.25);
      const shut = mouth(from + (opens - from) * 0.4);
      if (onset?.place === 'lips' && onset.manner !== 'liquid') {
        expect(shut.open).toBeLessThan(0.03);
        expect(shut.press).toBeGreaterThan(0.95);
      }
      if (onset?.place === 'teeth') expect(shut.tuck).toBeGreaterThan(0.95);
    }
    expect(mouth(FROM - 0.2).open).toBe(0);
    expect(mouth(LATEST + 0.2).open).toBe(0);
  });

  it('is round for o and u and wide for i and e', () => {
    const mouth = (word: string) => {
      const { syllables } = timetableOf(word, 0, 2);
      const first = syllables[0] ?? { opens: 0, until: 0 };
      return mouthOf([timetableOf(word, 0, 2)])((first.opens + first.until) / 2);
    };
    expect(mouth('tutu').round).toBeGreaterThan(0.8);
    expect(mouth('koko').round).toBeGreaterThan(0.6);
    expect(mouth('titi').wide).toBeGreaterThan(0.9);
    expect(mouth('tete').wide).toBeGreaterThan(0.7);
  });
});

describe('the voice', () => {
  const RATE = 24_000;
  const singer = { pitch: 140, throat: 1, breathy: 0.3 };

  it.each(LINES)('is loud in every syllable of «%s» and quiet in the breaths', (line) => {
    const timetable = timetableOf(line, FROM, LATEST);
    const song = { timetable, notes: timetable.syllables.map((_, index) => (index * 2) % 7), sung: 1 };
    const samples = sing([song], singer, createRandom('voice'), RATE, 8);
    const loudness = (from: number, until: number) => {
      const piece = samples.subarray(Math.round(from * RATE), Math.round(until * RATE));
      return Math.sqrt(piece.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, piece.length));
    };
    const quietest = Math.min(...timetable.syllables.map(({ opens, until }) => loudness(opens, until)));
    expect(quietest).toBeGreaterThan(0.02);
    for (const { from, until } of timetable.breaths) {
      expect(loudness(from + 0.06, until - 0.04)).toBeGreaterThan(0);
      expect(loudness(from + 0.06, until - 0.04)).toBeLessThan(quietest / 2);
    }
    expect(samples.every((sample) => Math.abs(sample) <= 0.9001)).toBe(true);
  });

  it('sings the same for the same seed', () => {
    const timetable = timetableOf('Light the evening', FROM, LATEST);
    const once = () => sing([{ timetable, notes: [0, 2, 4], sung: 1 }], singer, createRandom('a'), 8_000, 8);
    expect(once()).toEqual(once());
  });
});
