import type { Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

/** The kinds of mails. */
export const MAIL_KINDS = [
  'password_reset',
  'password_changed',
  'payment_failed',
  'post_problems',
  'connection_ends',
  'contact',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A mail to be sent: its kind and recipient. Its text is composed when it is sent. */
export interface Mail {
  readonly id: string;
  readonly kind: MailKind;
  readonly to: string;
  readonly userId: number | null;
  readonly details: Readonly<Record<string, string>>;
}

/** A composed mail, in plain text. */
export interface Message {
  readonly to: string;
  /** The Reply-To address, if it differs from the sender of all mails. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Composes a mail; undefined when it need not be sent any more. Runs at each attempt, in the transaction that checks
 * its lease.
 */
export type ComposeMail = (trx: Transaction<AuthDatabase>, mail: Mail) => Promise<Message | undefined>;
