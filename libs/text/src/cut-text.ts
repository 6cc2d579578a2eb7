const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const inUtf16 = (text: string): number => text.length;

/** For a limit that counts what a reader sees as one character. */
export const perCharacter = (): number => 1;

/**
 * The beginning of a text that measures `most` at most, cut between what a reader sees as characters.
 * @param measure the size of one of them, as the limit counts it
 */
export function cutText(text: string, most: number, measure: (character: string) => number = inUtf16): string {
  let size = 0;
  for (const { segment, index } of characters.segment(text)) {
    size += measure(segment);
    if (size > most) return text.slice(0, index);
  }
  return text;
}
