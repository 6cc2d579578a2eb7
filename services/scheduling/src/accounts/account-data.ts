import { type CauseData, type Reader, readCause, wordsFor } from '@reelwright/causes';
import { namedColumns } from '@reelwright/postgres';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { configurationColumns } from '../settings/configuration-settings.ts';
import { settingColumns } from '../settings/entry-settings.ts';

/**
 * `data` of GET /api/account-data/calendar: the calendar, its settings and the results of its entries. Reads the
 * user's own rows only, and names each column, so that no internal column is included.
 */
export async function readAccountData(db: Kysely<SchedulingDatabase>, userId: string, reader: Reader) {
  // The reports of other services are stored by video.
  const theirVideos = db.selectFrom('scheduled_videos').select('id').where('user_id', '=', userId);
  const [plan, configuration, entries, regenerations, usage, renders, deliveries, posts] = await Promise.all([
    db
      .selectFrom('usage_accounts')
      .select([
        'tier',
        'status',
        'videos_per_month as videosPerMonth',
        'month_anchor as monthAnchor',
        'entitled_until as entitledUntil',
        'next_tier as nextTier',
        'next_at as nextAt',
        'paid_until as paidUntil',
        'posting_paused as postingPaused',
        'posting_paused_at as postingPausedAt',
        'posting_resumed_at as postingResumedAt',
      ])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('video_configurations')
      .select(['id', 'default_captions as defaultCaptions', 'created_at as createdAt', 'updated_at as updatedAt'])
      .select(namedColumns(configurationColumns))
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('scheduled_videos')
      .select([
        'id',
        'wall_date as date',
        'wall_time as time',
        'time_zone as timeZone',
        'publish_at as publishAt',
        'state',
        'requested_caption as requestedCaption',
        'requested_captions as requestedCaptions',
        'created_at as createdAt',
        'requested_at as requestedAt',
        'skipped',
        'approved_variation as approvedVariation',
      ])
      .select(namedColumns(settingColumns))
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
    db
      .selectFrom('video_regenerations')
      .select([
        'user_email as userEmail',
        'video_type as videoType',
        'include_audio as includeAudio',
        'scheduled_dates as scheduledDates',
        'notes',
        'video_count as videoCount',
        'regenerated_at as regeneratedAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('regenerated_at')
      .execute(),
    db
      .selectFrom('usage_ledger')
      .select(['quota_month as month', 'video_id as videoId', 'kind', 'at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('video_renders')
      .select([
        'video_id as videoId',
        'variation',
        'state',
        'started_at as startedAt',
        'finished_at as finishedAt',
        'code',
      ])
      .where('video_id', 'in', theirVideos)
      .execute(),
    db
      .selectFrom('video_deliveries')
      .select(['video_id as videoId', 'variation', 'state', 'at', 'link', 'code'])
      .where('video_id', 'in', theirVideos)
      .execute(),
    db
      .selectFrom('video_posts')
      .select([
        'video_id as videoId',
        'platform',
        'state',
        'code',
        'cause_data as causeData',
        'permalink',
        'posted_at as postedAt',
        'goes_out_at as goesOutAt',
      ])
      .where('video_id', 'in', theirVideos)
      .execute(),
  ]);
  return {
    plan: plan ?? null,
    configuration: configuration ?? null,
    entries,
    regenerations,
    usage,
    renders: renders.map(({ code, ...render }) => ({ ...render, message: messageOf(code, {}, reader) })),
    deliveries: deliveries.map(({ code, ...delivery }) => ({ ...delivery, message: messageOf(code, {}, reader) })),
    posts: posts.map(({ code, causeData, ...post }) => ({
      ...post,
      message: messageOf(code, { ...post, ...causeData }, reader),
    })),
  };
}

/** The text of a code; empty without one. */
const messageOf = (code: string, data: CauseData, reader: Reader): string =>
  code && wordsFor(readCause(code, data), reader).message;
