import { AppError } from '@reelwright/errors';
import { isCommonPassword } from './common-passwords.ts';

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

/**
 * The rule for new passwords, after NIST SP 800-63B and ASVS 6.2: 8 to 128 code points of any kind, not a common
 * password and not the e-mail. Nothing is trimmed.
 * @throws AppError INVALID_ARGUMENT PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG, PASSWORD_COMMON
 */
export function requireValidPassword(password: string, email: string): void {
  const length = [...password].length;
  if (length < PASSWORD_MIN) {
    throw new AppError('INVALID_ARGUMENT', 'PASSWORD_TOO_SHORT', `Please use at least ${PASSWORD_MIN} characters.`);
  }
  if (length > PASSWORD_MAX) {
    throw new AppError('INVALID_ARGUMENT', 'PASSWORD_TOO_LONG', `Please use at most ${PASSWORD_MAX} characters.`);
  }
  if (isCommonPassword(password)) {
    throw new AppError(
      'INVALID_ARGUMENT',
      'PASSWORD_COMMON',
      'This password is one of those that are guessed first. Please choose another.',
    );
  }
  const lowerCase = password.toLowerCase();
  if (lowerCase === email.toLowerCase() || lowerCase === email.toLowerCase().split('@')[0]) {
    throw new AppError(
      'INVALID_ARGUMENT',
      'PASSWORD_COMMON',
      'Your e-mail address is guessed first. Please choose another password.',
    );
  }
}
