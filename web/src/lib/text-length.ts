/** Code points, as the server counts names and notes: one outside the basic plane is one, not two. */
export const lengthOf = (text: string): number => [...text].length;

/** What is wrong with a text of this length, in words for its field; null when it fits. Nothing typed is ever cut. */
export const lengthProblem = (length: number, most: number): string | null =>
  length > most
    ? `Write at most ${most.toLocaleString('en')} characters; these are ${length.toLocaleString('en')}.`
    : null;
