import type { Clock } from '@reelwright/clock';
import type { Transaction } from 'kysely';
import type { AuthDatabase } from '../database.ts';
import { greetingFor } from '../mail/greeting.ts';
import type { ComposeMail } from '../mail/mail.ts';
import type { Mailer } from '../mail/mailer.ts';
import { noticeEnd } from '../mail/notice-end.ts';
import { utcTime } from '../mail/utc-time.ts';
import { findUser } from '../users/user.repository.ts';
import type { User } from '../users/user.ts';
import type { Entitlement } from './plan-snapshot.ts';

/**
 * Enqueues the mail about a failed payment, once for each unpaid period. Call it in the transaction that saved the
 * entitlement; an entitlement older than the saved one enqueues nothing.
 */
export async function enqueuePaymentFailedMail(
  trx: Transaction<AuthDatabase>,
  mailer: Mailer,
  user: User,
  change: { entitlement: Entitlement; revision: number },
): Promise<void> {
  const { status, currentPeriodEnd: paidUntil } = change.entitlement;
  if (status !== 'past_due' || paidUntil === null || !mailer.isOn || !user.mailPaymentProblems) return;
  const savedEntitlement = await findSavedEntitlement(trx, user.id);
  if (savedEntitlement?.revision !== change.revision) return;
  const reason = `payment_failed ${user.id} ${paidUntil}`;
  await mailer.enqueue(trx, {
    kind: 'payment_failed',
    to: user.email,
    userId: user.id,
    reason,
    details: { paidUntil },
  });
}

/**
 * Composes the mail about a failed payment; none when it was paid meanwhile, the period is over, or it is turned off.
 */
export function composePaymentFailed(publicUrl: string, clock: Clock): ComposeMail {
  return async (trx, { userId, details }) => {
    const user = userId === null ? undefined : await findUser(trx, userId);
    const plan = user && (await findSavedEntitlement(trx, user.id))?.entitlement;
    if (!user?.mailPaymentProblems || !plan?.entitledUntil) return undefined;
    const isStillDue = plan.status === 'past_due' && plan.currentPeriodEnd === details.paidUntil;
    if (!isStillDue || new Date(plan.entitledUntil) <= clock.now()) return undefined;
    return {
      to: user.email,
      subject: 'Your payment for Reelwright did not go through',
      text: `${greetingFor(user.firstName)}

the payment${amountOf(plan)} for your ${capital(plan.tier)} plan, due on ${timeOf(plan.currentPeriodEnd)}, did not go through. Nothing is lost: your plan stays as it
is until ${timeOf(plan.entitledUntil)}. If it is still unpaid then, it changes to the free plan.

To pay, or to use another card, open your profile:
${publicUrl}/profile

${noticeEnd(publicUrl)}`,
    };
  };
}

async function findSavedEntitlement(trx: Transaction<AuthDatabase>, userId: number) {
  return trx
    .selectFrom('plan_snapshots')
    .select(['entitlement', 'entitlement_revision as revision'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The open amount, if billing knows it: " of €49.90". */
function amountOf({ overdueCents: cents, overdueCurrency: currency }: Entitlement): string {
  if (!cents || !currency) return '';
  return ` of ${new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(cents / 100)}`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const timeOf = (instant: string | null) => (instant === null ? '' : utcTime(new Date(instant)));
