import {
  type ConfigurationSaved,
  events,
  type PostStateChanged,
  type VideoFailed,
  type VideoGenerated,
  type VideoRequested,
  type VideosRegenerated,
} from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import { lockUser } from '../accounts/account.repository.ts';
import type { AnalyticsDatabase } from '../database.ts';

const countConfiguration: EventHandler<AnalyticsDatabase, ConfigurationSaved> = async (
  trx,
  { payload, occurredAt },
) => {
  if (!(await lockUser(trx, payload.userId))) return;
  const row = { version: payload.version, saved_at: payload.savedAt ?? occurredAt };
  await trx
    .insertInto('configurations')
    .values({ user_id: payload.userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('configurations.version', '<', payload.version),
    )
    .execute();
};

/** One row per video: its regenerations are the same video again. */
const countVideo: EventHandler<AnalyticsDatabase, VideoRequested> = async (trx, { payload, occurredAt }) => {
  const present = await lockUser(trx, payload.userId);
  await trx
    .insertInto('videos')
    .values({
      video_id: payload.videoId,
      user_id: present ? payload.userId : null,
      requested_at: payload.requestedAt ?? occurredAt,
    })
    .onConflict((conflict) => conflict.column('video_id').doNothing())
    .execute();
};

const countGenerated: EventHandler<AnalyticsDatabase, VideoGenerated> = async (trx, { payload, occurredAt }) => {
  const row = { outcome: 'generated' as const, ended_at: payload.generatedAt ?? occurredAt };
  await trx
    .insertInto('renders')
    .values({ video_id: payload.videoId, variation: payload.variation, ...row })
    .onConflict((conflict) => conflict.columns(['video_id', 'variation']).doUpdateSet(row))
    .execute();
};

const countFailed: EventHandler<AnalyticsDatabase, VideoFailed> = async (trx, { payload, occurredAt }) => {
  await trx
    .insertInto('renders')
    .values({
      video_id: payload.videoId,
      variation: payload.variation,
      outcome: 'failed',
      ended_at: payload.failedAt ?? occurredAt,
    })
    .onConflict((conflict) => conflict.columns(['video_id', 'variation']).doNothing())
    .execute();
};

const countRegeneration: EventHandler<AnalyticsDatabase, VideosRegenerated> = async (
  trx,
  { id, payload, occurredAt },
) => {
  const present = await lockUser(trx, payload.userId);
  await trx
    .insertInto('regenerations')
    .values({
      regeneration_id: payload.regenerationId || id,
      user_id: present ? payload.userId : null,
      video_count: payload.videoCount,
      regenerated_at: payload.regeneratedAt ?? occurredAt,
    })
    .onConflict((conflict) => conflict.column('regeneration_id').doNothing())
    .execute();
};

const keepPost: EventHandler<AnalyticsDatabase, PostStateChanged> = async (trx, { payload }) => {
  const { videoId, platform, state, revision } = payload;
  await trx
    .insertInto('posts')
    .values({ video_id: videoId, platform, state, revision })
    .onConflict((conflict) =>
      conflict
        .columns(['video_id', 'platform'])
        .doUpdateSet({ state, revision })
        .where('posts.revision', '<', revision),
    )
    .execute();
};

export const videoSubscriptions = (): Subscription<AnalyticsDatabase>[] => [
  on(events.ConfigurationSaved, countConfiguration),
  on(events.VideoRequested, countVideo),
  on(events.VideoGenerated, countGenerated),
  on(events.VideoFailed, countFailed),
  on(events.VideosRegenerated, countRegeneration),
  on(events.PostStateChanged, keepPost),
];
