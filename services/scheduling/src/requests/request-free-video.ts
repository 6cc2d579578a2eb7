import { AppError } from '@reelwright/errors';
import type { Transaction } from 'kysely';
import { dayWords } from '../calendar/date-words.ts';
import type { SchedulingDatabase } from '../database.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import type { Configuration } from '../settings/configuration.ts';
import { captionOf } from '../settings/entry-settings.ts';
import type { Account } from '../usage/account.repository.ts';
import { usedIn, writeLedger } from '../usage/usage-ledger.repository.ts';
import { requestVideo } from './video-requests.ts';

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
    const day = dayWords(end.toISOString().slice(0, 10));
    throw new AppError(
      'RESOURCE_EXHAUSTED',
      'FREE_VIDEO_USED',
      `You have used this month's free video. You get the next one on ${day}. Upgrade for more videos now.`,
      { retryAfterSeconds: (end.getTime() - now.getTime()) / 1_000 },
    );
  }
  const settings = { videoType: null, caption: null, platforms: null };
  const { id: videoId } = await trx
    .insertInto('scheduled_videos')
    .values({
      user_id: userId,
      wall_date: null,
      wall_time: null,
      time_zone: configuration.timeZone,
      publish_at: null,
      state: 'requested',
      video_type: null,
      requested_type: configuration.videoType,
      caption: null,
      requested_caption: captionOf(settings, configuration),
      platforms: null,
      quota_month: start,
      quota_state: 'reserved',
      created_at: now,
      requested_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLedger(trx, [{ userId, quotaMonth: start, videoId, kind: 'reserve' }], now);
  const request = { userId, videoId, variation: 0, revision: 1, publishAt: null, timeZone: '' };
  await requestVideo(trx, { ...request, ...settings }, configuration, now);
  return videoId;
}
