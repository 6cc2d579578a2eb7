import { cutText, perCharacter } from '@reelwright/text';

const MESSAGE_MAX = 300;

/**
 * A message from the address, as plain text. Anyone can write a link with one, so it is shortened, loses what steers
 * text, and is shown as text only: never as markup or a link, and never where a code of ours says why.
 */
export function messageFromAddress(text: string | null): string {
  const plain = (text ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return cutText(plain, MESSAGE_MAX, perCharacter);
}
