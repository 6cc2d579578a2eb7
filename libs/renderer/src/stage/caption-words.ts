import type { LaidCaption, LaidWord } from './caption-layout.ts';
import type { Manner } from './caption-manners.ts';

/** Seconds after a caption begins until its first word comes. */
const LEAD = 0.06;
/** All words of a caption have come after at most this share of its time. */
const SPREAD = 0.4;

/** The time when a word appears: when it is said for the first time, or one after another. */
export function appears({ caption }: LaidCaption, { word }: LaidWord, { stagger }: Manner): number {
  const { wordTimes, text, from, until } = caption;
  if (!wordTimes) return from + LEAD + word * Math.min(stagger, ((until - from) * SPREAD) / text.split(' ').length);
  return wordTimes.find((spoken) => spoken.word >= word)?.from ?? from;
}

/** Whether a word of a spoken caption is being said. */
export function isSaid({ caption }: LaidCaption, { word }: LaidWord, time: number): boolean {
  const current = caption.wordTimes?.findLast(({ from }) => time >= from);
  return current?.word === word && time <= current.until;
}

/** The index of the word that is emphasised in a caption that is not spoken: its longest one, if it has several. */
export function emphasised({ caption, words }: LaidCaption): number | null {
  if (caption.tone || caption.wordTimes || new Set(words.map(({ word }) => word)).size < 2) return null;
  const longest = [...words].sort((a, b) => b.width - a.width || b.word - a.word)[0];
  return longest && longest.text.length > 3 ? longest.word : null;
}
