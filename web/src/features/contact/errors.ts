import { isEmail } from '../../lib/is-email.ts';
import { nameProblem } from '../../lib/person-name.ts';
import { lengthProblem } from '../../lib/text-length.ts';
import type { ContactMessage } from './api.ts';
import { messageMax, messageMin } from './topics.ts';

type Errors = Partial<Record<'name' | 'email' | 'message', string>>;

/** Why a message cannot be sent, per field. The server validates again. */
export function errorsOf({ name, email, message }: Pick<ContactMessage, 'name' | 'email' | 'message'>): Errors {
  const ofName = name ? nameProblem(name) : 'Enter your name.';
  const ofMessage = messageProblem(message.length);
  return {
    ...(ofName && { name: ofName }),
    ...(!isEmail(email) && { email: 'Enter a valid e-mail address.' }),
    ...(ofMessage && { message: ofMessage }),
  };
}

function messageProblem(length: number): string | null {
  if (length < messageMin) return `Write at least ${messageMin} characters.`;
  return lengthProblem(length, messageMax);
}
