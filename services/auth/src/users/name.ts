import { AppError } from '@reelwright/errors';
import { cutText } from '@reelwright/text';

export const NAME_MAX = 100;

/**
 * Characters that a name may not have: control characters, line separators and format characters, such as those that
 * reverse text. Allowed are the two joiners that scripts and emoji need, and visible format characters.
 */
const INVISIBLE =
  /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');

/**
 * Returns a first or last name as it is stored: trimmed, may be empty.
 * @throws AppError INVALID_FIRST_NAME, INVALID_LAST_NAME
 */
export function requireName(name: string, which: 'first' | 'last'): string {
  const trimmed = name.trim();
  if (INVISIBLE.test(trimmed)) {
    const code = which === 'first' ? 'INVALID_FIRST_NAME' : 'INVALID_LAST_NAME';
    const message = `Your ${which} name has characters that cannot be seen. Please type it again.`;
    throw new AppError('INVALID_ARGUMENT', code, message);
  }
  return trimmed;
}

/** A name from Google or a contact form: characters that the rule forbids are removed. */
export function cleanName(name: string | undefined): string {
  const visible = (name ?? '').replaceAll(/\s/gu, ' ').replaceAll(ALL_INVISIBLE, '').toWellFormed().trim();
  return cutText(visible, NAME_MAX, (character) => [...character].length).trim();
}
