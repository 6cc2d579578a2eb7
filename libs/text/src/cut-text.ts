/** Each of these is one character to a reader; in other texts several may be. */
const PLAIN = /^[\x20-\x7e]*$/;
let segmenter: Intl.Segmenter | undefined;

const inUtf16 = (text: string): number => text.length;

/** For a limit that counts what a reader sees as one character. */
export const perCharacter = (): number => 1;

/**
 * The beginning of a text that measures `most` at most, cut between what a reader sees as characters.
 * @param measure the size of one of them, as the limit counts it
 */
export function cutText(text: string, most: number, measure: (character: string) => number = inUtf16): string {
  let size = 0;
  let end = 0;
  for (const character of charactersOf(text)) {
    size += measure(character);
    if (size > most) return text.slice(0, end);
    end += character.length;
  }
  return text;
}

function* charactersOf(text: string): Generator<string> {
  if (PLAIN.test(text)) return yield* text;
  // Creating one takes a browser tens of milliseconds.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}
