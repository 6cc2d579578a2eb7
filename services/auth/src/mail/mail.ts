import type { Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';

/** The kinds of mails. */
export const MAIL_KINDS = ['password_reset', 'password_changed', 'payment_failed', 'contact'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** A mail to be sent: why and to whom. Its text is composed when it is sent. */
export interface Mail {
  readonly id: string;
  readonly kind: MailKind;
  readonly to: string;
  readonly userId: number | null;
  readonly details: Readonly<Record<string, string>>;
}

/** A mail as it goes out, plain text. */
export interface Message {
  readonly to: string;
  /** Where an answer goes, when not to the sender of all mails: one address. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
}

/** Writes a mail; undefined when there is no reason any more. Runs once for each attempt, in the transaction that fences it. */
export type ComposeMail = (trx: Transaction<AuthDatabase>, mail: Mail) => Promise<Message | undefined>;
