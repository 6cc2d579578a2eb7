import { cutText, perCharacter } from '@reelwright/text';

const MAX_CHARACTERS = 4_000;

/** Cleans a text for display: removes control and direction characters and repeated blank lines. */
export function toPlainText(text: string): string {
  const cleanText = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, (mark) => (mark === '\n' ? mark : ''))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const isTooLong = cutText(cleanText, MAX_CHARACTERS, perCharacter) !== cleanText;
  return isTooLong ? `${cutText(cleanText, MAX_CHARACTERS - 1, perCharacter)}…` : cleanText;
}
