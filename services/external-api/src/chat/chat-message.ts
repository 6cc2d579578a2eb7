import { AppError } from '@reelwright/errors';

export const MOST_CHARACTERS = 200;
/** One visible character can be many signs; this many signs are never 200 characters of text. */
const MOST_SIGNS = 4_000;

/** Marks, letters, signs: anything but blanks and what controls text. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** @throws AppError for a message without words, or with more characters than a person may type */
export function requireMessage(given: string): string {
  const message = given.trim();
  if (!VISIBLE.test(message)) throw new AppError('INVALID_ARGUMENT', 'MESSAGE_MISSING', 'Please type a question.');
  if (message.length > MOST_SIGNS || countCharacters(message) > MOST_CHARACTERS) {
    throw new AppError(
      'INVALID_ARGUMENT',
      'MESSAGE_TOO_LONG',
      'You exceeded the characters limit. Please input less than 200 characters.',
    );
  }
  return message;
}

const countCharacters = (text: string) => [...characters.segment(text)].length;
