import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import { formatDayOf } from '../calendar/format-date.ts';
import type { SchedulingDatabase } from '../database.ts';
import { createEntries } from '../entries/entry.repository.ts';
import { planned, requestedAtOnce } from '../entries/entry.ts';
import { usedIn } from '../entries/usage-ledger.repository.ts';
import type { Account } from '../plans/account.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import type { Configuration } from '../settings/configuration.ts';
import { NO_SETTINGS } from '../settings/entry-settings.ts';

/**
 * Requests the free plan's one video of the month, without a time to post it. Lock the account first.
 * @throws AppError FREE_VIDEO_USED
 */
export async function requestFreeVideo(
  trx: Transaction<SchedulingDatabase>,
  { userId, plan }: Account,
  configuration: Configuration,
  now: Date,
): Promise<string> {
  const { start, end } = billingMonthOf(now, plan);
  if ((await usedIn(trx, userId, start)) >= plan.videosPerMonth) {
    const day = formatDayOf(end, configuration.timeZone);
    throw new AppError(
      'RESOURCE_EXHAUSTED',
      'FREE_VIDEO_USED',
      `You have used this month's free video. You get the next one on ${day}. Upgrade for more videos now.`,
      { retryAfterSeconds: (end.getTime() - now.getTime()) / 1_000 },
    );
  }
  const draft = { ...NO_SETTINGS, date: null, time: null, timeZone: configuration.timeZone, publishAt: null };
  const entry = requestedAtOnce(planned(userId, draft, start), configuration, now);
  const [created] = await createEntries(trx, [entry], configuration, now);
  if (!created) throw new Error('no entry was created');
  return created.id;
}
