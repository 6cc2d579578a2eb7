import { AppError } from '@reelwright/errors';
import { networkOf } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { hasMailFor } from '../mail/mail.repository.ts';
import type { Mailer } from '../mail/mailer.ts';
import { type ContactMessage, requireContactMessage } from './contact-message.ts';
import { countMessage, lockQuota } from './contact-quota.ts';

export interface ContactDeps {
  readonly db: Kysely<AuthDatabase>;
  readonly mailer: Mailer;
  /** The operator's mailbox; without it there is no form. */
  readonly contactEmail: string | undefined;
}

/** Whether the contact form is available. */
export const hasContactForm = ({ mailer, contactEmail }: Pick<ContactDeps, 'mailer' | 'contactEmail'>): boolean =>
  mailer.isOn && contactEmail !== undefined;

/**
 * Sends a message to the operator, once for each `id`: a repeated submission sends no second mail and is not counted.
 * The sender gets no copy, because the address is not verified: the form could be used to mail other people.
 * @throws AppError CONTACT_OFF, TOO_MANY_MESSAGES, the errors of `requireContactMessage`
 */
export async function sendContactMessage(
  deps: ContactDeps,
  submission: ContactMessage & { id: string; userId: string | undefined; address: string },
): Promise<void> {
  const { db, mailer, contactEmail } = deps;
  if (!hasContactForm(deps) || !contactEmail) {
    throw new AppError('NOT_FOUND', 'CONTACT_OFF', 'There is no contact form here. Please write to us by e-mail.');
  }
  const { name, email, topic, message } = requireContactMessage(submission);
  const reason = `contact:${submission.id}`;
  await db.transaction().execute(async (trx) => {
    await lockQuota(trx);
    if (await hasMailFor(trx, reason)) return;
    await countMessage(trx, networkOf(submission.address));
    // Locked until the mail is inserted, so that deleting the account deletes the mail too.
    const user = submission.userId
      ? await trx
          .selectFrom('users')
          .select('id')
          .where('id', '=', Number(submission.userId))
          .forKeyShare()
          .executeTakeFirst()
      : undefined;
    await mailer.enqueue(trx, {
      kind: 'contact',
      to: contactEmail,
      ...(user && { userId: user.id }),
      details: { name, email, topic, message },
      reason,
    });
  });
  mailer.nudge();
}
