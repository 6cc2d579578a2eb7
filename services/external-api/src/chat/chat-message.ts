import { AppError } from '@reelwright/errors';

export const MAX_CHARACTERS = 200;
/** A grapheme can have many code units; more than this many are not counted. */
const MAX_CODE_UNITS = 4_000;

/** Any character except blanks and control or ignorable characters. */
const VISIBLE = /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** @throws AppError for a message without visible characters, or with more than 200 */
export function requireMessage(input: string): string {
  const message = input.trim();
  if (!VISIBLE.test(message)) throw new AppError('INVALID_ARGUMENT', 'MESSAGE_MISSING', 'Please type a question.');
  if (message.length > MAX_CODE_UNITS || countCharacters(message) > MAX_CHARACTERS) {
    throw new AppError(
      'INVALID_ARGUMENT',
      'MESSAGE_TOO_LONG',
      'You exceeded the characters limit. Please input less than 200 characters.',
    );
  }
  return message;
}

const countCharacters = (text: string) => [...characters.segment(text)].length;
