import { AppError } from '@reelwright/errors';
import type { Kysely } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import type { Mailer } from '../mail/mailer.ts';
import { requireEmail } from '../users/email.ts';
import { recordFailure, requireNotBlocked, resetLimits } from './throttle.ts';

/**
 * Enqueues the mail with a link to reset a password. The mail worker looks up the account, so neither the response
 * nor its timing reveals whether it exists.
 * @throws AppError PASSWORD_RESET_OFF without a mail server, INVALID_EMAIL, TOO_MANY_ATTEMPTS
 */
export async function requestReset(
  deps: { db: Kysely<AuthDatabase>; mailer: Mailer },
  request: { email: string; address: string },
): Promise<void> {
  const { db, mailer } = deps;
  if (!mailer.isOn) {
    throw new AppError('NOT_FOUND', 'PASSWORD_RESET_OFF', 'Passwords cannot be reset by mail here.');
  }
  const email = requireEmail(request.email);
  const limits = resetLimits(request.address);
  await requireNotBlocked(db, limits);
  await recordFailure(db, limits);
  await mailer.enqueue(db, { kind: 'password_reset', to: email });
  mailer.nudge();
}
