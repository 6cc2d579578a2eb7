export const MOST_CHARACTERS = 200;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** As the server counts: characters a person sees, without the blanks around them. */
export const countCharacters = (text: string) => [...characters.segment(text.trim())].length;
