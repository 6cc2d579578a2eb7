import type { Clock } from '@reelwright/clock';
import { createWorker, LeaseLost, requireLease } from '@reelwright/leases';
import type { Logger } from '@reelwright/logger';
import type { Kysely, Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import {
  type ClaimedMail,
  deleteMail,
  endMail,
  insertMail,
  mailQueue,
  type NewMail,
  postponeMail,
} from './mail.repository.ts';
import type { ComposeMail, MailKind } from './mail.ts';
import { MailRejected, type Smtp } from './smtp.ts';

/** Longer than a server may take for one mail, so that no mail is sent twice. */
const LEASE_MS = 120_000;
const POLL_MS = 5_000;
const CONCURRENCY = 2;
/** Longer than a mail server may be silent, so that what it accepted is recorded as sent before the database closes. */
const DRAIN_LIMIT_MS = 30_000;
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** How long a mail is retried. After a day the user has requested another link for a new password. */
const RETRIED_FOR_MS: Readonly<Record<MailKind, number>> = {
  password_reset: DAY_MS,
  password_changed: 30 * DAY_MS,
  payment_failed: 30 * DAY_MS,
  post_problems: 7 * DAY_MS,
  connection_ends: 7 * DAY_MS,
  contact: 30 * DAY_MS,
};

/** Sends mails. */
export interface Mailer {
  /** Whether a mail server is configured; without one, features that need mail are off. */
  readonly isOn: boolean;
  /**
   * Enqueues a mail; in a transaction it is sent after the commit.
   * @returns its id; undefined if there is one for the same reason
   */
  enqueue(db: Kysely<AuthDatabase> | Transaction<AuthDatabase>, mail: NewMail): Promise<string | undefined>;
  /** Polls for mails now. */
  nudge(): void;
}

/**
 * Sends the mails of the table `mails`, so a crash loses none. A mail that the server accepted just before a crash is
 * sent twice, under the same Message-ID. All times are real time.
 * @param options.smtp undefined when mail is off: nothing is sent and nothing may be enqueued
 */
export function createMailer(options: {
  db: Kysely<AuthDatabase>;
  clock: Clock;
  logger: Logger;
  smtp: Smtp | undefined;
  composers: Readonly<Record<MailKind, ComposeMail>>;
}): Mailer & {
  readonly name: string;
  readonly drainLimitMs: number;
  start(): void;
  drain(): Promise<void>;
  stop(): Promise<void>;
} {
  const { db, clock, logger, smtp, composers } = options;

  async function run(mail: ClaimedMail): Promise<void> {
    const message = await db.transaction().execute(async (trx) => {
      const content = await composers[mail.kind](trx, mail);
      // After composing, because accounts are locked before mails, in the same order as when an account is deleted.
      await requireLease(trx, 'mails', mail.lease);
      if (!content) await deleteMail(trx, mail);
      return content;
    });
    if (!message || !smtp) return;
    try {
      await smtp.send(message, mail.id);
    } catch (error) {
      return handleFailure(mail, error);
    }
    await endMail(db, mail, { state: 'sent', real: clock.real() });
  }

  async function handleFailure(mail: ClaimedMail, error: unknown): Promise<void> {
    const real = clock.real();
    // A server's message may contain the address; its code does not.
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    const logFields = { mailId: mail.id, kind: mail.kind, attempts: mail.attempts + 1, code, responseCode };
    const isTooOld = real.getTime() - mail.createdAt.getTime() > RETRIED_FOR_MS[mail.kind];
    // The operator's mailbox may be full or moved; a contact message is kept until that is fixed.
    const isRejected = error instanceof MailRejected && mail.kind !== 'contact';
    if (isRejected || isTooOld) {
      logger.error(logFields, 'a mail could not be sent');
      return endMail(db, mail, { state: 'failed', real });
    }
    logger.warn(logFields, 'the mail server did not accept a mail; it is retried later');
    const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** mail.attempts);
    return postponeMail(db, mail, new Date(real.getTime() + wait));
  }

  const worker = createWorker<ClaimedMail>({
    name: 'mailer',
    logger,
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    queue: mailQueue(db, { now: clock.real, leaseMs: LEASE_MS }),
    run: (mail) =>
      run(mail).catch((error: unknown) => {
        if (!(error instanceof LeaseLost)) throw error;
      }),
  });

  async function stop(): Promise<void> {
    if (!smtp) return;
    await worker.stop();
    smtp.close();
  }

  return {
    name: 'mailer',
    isOn: smtp !== undefined,
    enqueue: (at, mail) => insertMail(at, mail, clock.real()),
    nudge: () => {
      if (smtp) worker.nudge();
    },
    start() {
      if (smtp) worker.start();
    },
    drain: stop,
    drainLimitMs: DRAIN_LIMIT_MS,
    stop,
  };
}
