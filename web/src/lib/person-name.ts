import { lengthOf, lengthProblem } from './text-length.ts';

/** Control, line and format characters, but for the joiners of scripts and emoji: the rule is the server's. */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])\p{Cf}/u;

const MOST = 100;

/** What is wrong with a first or last name, in words for the field; null when it can be kept. */
export const nameProblem = (name: string): string | null =>
  unseen.test(name.trim())
    ? 'This has characters that cannot be seen. Please type it again.'
    : lengthProblem(lengthOf(name.trim()), MOST);
