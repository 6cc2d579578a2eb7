import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import { formatDay } from '../calendar/format-date.ts';
import type { SchedulingDatabase } from '../database.ts';
import { insertEntry } from '../entries/entry.repository.ts';
import { usedIn, writeLedger } from '../entries/usage-ledger.repository.ts';
import { requestedColumns, requestVideo } from '../entries/video-request.ts';
import type { Account } from '../plans/account.repository.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import type { Configuration } from '../settings/configuration.ts';
import { NO_SETTINGS } from '../settings/entry-settings.ts';

/**
 * Asks for the one video a month of the free plan, at once and without a time to post it. The account is locked.
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
    const day = formatDay(end.toISOString().slice(0, 10));
    throw new AppError(
      'RESOURCE_EXHAUSTED',
      'FREE_VIDEO_USED',
      `You have used this month's free video. You get the next one on ${day}. Upgrade for more videos now.`,
      { retryAfterSeconds: (end.getTime() - now.getTime()) / 1_000 },
    );
  }
  const { timeZone } = configuration;
  const requested = requestedColumns(NO_SETTINGS, configuration, now);
  const entry = { userId, state: 'requested' as const, quotaMonth: start, ...NO_SETTINGS, requested };
  const videoId = await insertEntry(trx, { ...entry, date: null, time: null, timeZone, publishAt: null }, now);
  await writeLedger(trx, [{ userId, quotaMonth: start, videoId, kind: 'reserve' }], now);
  const request = { userId, videoId, variation: 0, revision: 1, publishAt: null, timeZone: '', ...NO_SETTINGS };
  await requestVideo(trx, request, configuration, now);
  return videoId;
}
