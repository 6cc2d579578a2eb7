/** Counts code points, as the server does for names and notes: an emoji is one, not two UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length;

/** The error text for a text of this length; null if it fits. Typed text is never cut. */
export const lengthProblem = (length: number, max: number): string | null =>
  length > max
    ? `Write at most ${max.toLocaleString('en')} characters; these are ${length.toLocaleString('en')}.`
    : null;
