export const MAX_CHARACTERS = 200;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Counts visible characters, as the server does, without leading and trailing blanks. */
export const countCharacters = (text: string) => [...characters.segment(text.trim())].length;
