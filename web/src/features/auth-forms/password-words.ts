import { codeOf } from '../../lib/api-client.ts';

export const passwordMin = 8;
export const passwordMax = 128;

/** The rules shown beside the field from the start. */
export const passwordRules =
  'At least 8 characters, 128 at most. Any characters, spaces too; not one of the most common passwords, and not your e-mail address.';

const words: Readonly<Record<string, string>> = {
  PASSWORD_TOO_SHORT: `Use at least ${passwordMin} characters.`,
  PASSWORD_TOO_LONG: `Use at most ${passwordMax} characters.`,
  PASSWORD_COMMON:
    'This password is easy to guess: it is one of the most common ones, or your e-mail address. Choose another.',
};

/** Why a new password is invalid, as far as the browser can check; only the server knows the common passwords. */
export function passwordProblem(password: string): string | null {
  // Counts code points, not UTF-16 units.
  const length = [...password].length;
  if (length === 0) return 'Create a password.';
  if (length < passwordMin) return words.PASSWORD_TOO_SHORT ?? null;
  return length > passwordMax ? (words.PASSWORD_TOO_LONG ?? null) : null;
}

/** The text for a new password that the server rejected; null for any other error. */
export function passwordErrorText(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && Object.hasOwn(words, code) ? (words[code] ?? null) : null;
}

export const changeProblemWords = {
  fallback: 'The password could not be changed. Please try again.',
  effect: 'your password was changed',
};
