import { lengthOf, lengthProblem } from './text-length.ts';

/** Control, line and format characters, except the joiners of scripts and emoji. The server has the same rule. */
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/u;

const MAX_LENGTH = 100;

/** The error text for a first or last name; null if it is valid. */
export const nameProblem = (name: string): string | null =>
  invisible.test(name.trim())
    ? 'This has characters that cannot be seen. Please type it again.'
    : lengthProblem(lengthOf(name.trim()), MAX_LENGTH);
