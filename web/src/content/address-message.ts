import { cutText, perCharacter } from '@reelwright/text';

const MESSAGE_MAX = 300;

/**
 * A message from the page's address, as plain text. Anyone can write such a link, so the text is shortened and stripped
 * of control characters. It is shown as text only, never as markup or a link, and only if no known code gives the cause.
 */
export function messageFromAddress(text: string | null): string {
  const plain = (text ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return cutText(plain, MESSAGE_MAX, perCharacter);
}
