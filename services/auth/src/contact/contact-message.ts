import { AppError } from '@reelwright/errors';
import { requireEmail } from '../users/email.ts';
import { cleanName } from '../users/name.ts';

/** The topics of the form and their names in the subject. */
export const CONTACT_TOPICS = {
  general: 'General',
  billing: 'Billing',
  videos: 'Videos and posting',
  partner_api: 'Partner API',
  takedown: 'Takedown request',
  privacy: 'Privacy',
} as const;
export type ContactTopic = keyof typeof CONTACT_TOPICS;

/** In UTF-16 units, the way browsers count. */
export const MESSAGE_MIN = 20;
export const MESSAGE_MAX = 4_000;

/** Control characters other than a line break and a tab. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** A message as it is stored and sent. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly topic: ContactTopic;
  readonly message: string;
}

/** @throws AppError INVALID_EMAIL, NAME_MISSING, MESSAGE_TOO_SHORT, MESSAGE_TOO_LONG */
export function requireContactMessage(input: ContactMessage): ContactMessage {
  // One line without invisible characters, because the mail shows the name beside the address.
  const name = cleanName(input.name);
  if (!name) throw new AppError('INVALID_ARGUMENT', 'NAME_MISSING', 'Please enter your name.');
  const email = requireEmail(input.email);
  const message = input.message.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROLS, '').trim();
  if (message.length < MESSAGE_MIN) {
    throw new AppError('INVALID_ARGUMENT', 'MESSAGE_TOO_SHORT', `Please write at least ${MESSAGE_MIN} characters.`);
  }
  if (message.length > MESSAGE_MAX) {
    throw new AppError('INVALID_ARGUMENT', 'MESSAGE_TOO_LONG', `Please write at most ${MESSAGE_MAX} characters.`);
  }
  return { name, email, topic: input.topic, message };
}
