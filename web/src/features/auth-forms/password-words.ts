import { codeOf } from '../../lib/api-client.ts';

export const passwordMin = 8;
export const passwordMax = 128;

/** Shown before anything is sent. */
export const passwordRules =
  'At least 8 characters, 128 at most. Any characters, spaces too; not one of the most common passwords, and not your e-mail address.';

const words: Readonly<Record<string, string>> = {
  PASSWORD_TOO_SHORT: `Use at least ${passwordMin} characters.`,
  PASSWORD_TOO_LONG: `Use at most ${passwordMax} characters.`,
  PASSWORD_COMMON:
    'This password is easy to guess: it is one of the most common ones, or your e-mail address. Choose another.',
};

/** What is wrong with a new password as far as the browser can tell; the list of common ones is the server's. */
export function passwordProblem(password: string): string | null {
  // Characters as people count them, not as UTF-16 does.
  const length = [...password].length;
  if (length === 0) return 'Create a password.';
  if (length < passwordMin) return words.PASSWORD_TOO_SHORT ?? null;
  return length > passwordMax ? (words.PASSWORD_TOO_LONG ?? null) : null;
}

/** The server's refusal of a new password in words, or null when it was about something else. */
export function passwordRefusal(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && Object.hasOwn(words, code) ? (words[code] ?? null) : null;
}

export const changeProblemWords = {
  fallback: 'The password could not be changed. Please try again.',
  whether: 'your password was changed',
};
