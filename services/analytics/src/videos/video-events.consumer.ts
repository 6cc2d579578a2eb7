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
import type { AnalyticsDatabase } from '../database.ts';
import { lockUser } from '../users/user.repository.ts';
import { saveLabel, savePostedAt } from '../views/views.repository.ts';
import { insertRegeneration, insertVideo, saveConfiguration, savePost, saveRender } from './video.repository.ts';

const projectConfiguration: EventHandler<AnalyticsDatabase, ConfigurationSaved> = async (
  trx,
  { payload, occurredAt },
) => {
  const { userId, version, savedAt = occurredAt } = payload;
  if (!(await lockUser(trx, userId))) return;
  await saveConfiguration(trx, { user_id: userId, version, saved_at: savedAt });
};

const countVideo: EventHandler<AnalyticsDatabase, VideoRequested> = async (trx, { payload, occurredAt }) => {
  const { videoId, userId, videoType: style, title, revision, requestedAt = occurredAt } = payload;
  const isKnown = await lockUser(trx, userId);
  await insertVideo(trx, { video_id: videoId, user_id: isKnown ? userId : null, requested_at: requestedAt });
  if (isKnown) await saveLabel(trx, { videoId, userId, title, style, revision, at: occurredAt });
};

const countRender: EventHandler<AnalyticsDatabase, VideoGenerated> = (trx, { payload, occurredAt }) => {
  const { videoId, variation, generatedAt = occurredAt } = payload;
  return saveRender(trx, { video_id: videoId, variation, outcome: 'generated', ended_at: generatedAt });
};

const countFailedRender: EventHandler<AnalyticsDatabase, VideoFailed> = (trx, { payload, occurredAt }) => {
  const { videoId, variation, failedAt = occurredAt } = payload;
  return saveRender(trx, { video_id: videoId, variation, outcome: 'failed', ended_at: failedAt });
};

const countRegeneration: EventHandler<AnalyticsDatabase, VideosRegenerated> = async (
  trx,
  { id, payload, occurredAt },
) => {
  const { regenerationId, userId, videoCount, regeneratedAt = occurredAt } = payload;
  const isKnown = await lockUser(trx, userId);
  await insertRegeneration(trx, {
    regeneration_id: regenerationId || id,
    user_id: isKnown ? userId : null,
    video_count: videoCount,
    regenerated_at: regeneratedAt,
  });
};

const projectPost: EventHandler<AnalyticsDatabase, PostStateChanged> = async (trx, { payload, occurredAt }) => {
  const { videoId, userId, platform, state, permalink, postedAt = occurredAt, revision } = payload;
  await savePost(trx, { video_id: videoId, platform, state, revision });
  if (state !== 'posted' || !(await lockUser(trx, userId))) return;
  const key = { videoId, userId, platform, postedAt };
  await savePostedAt(trx, key, { permalink: permalink || null, revision });
};

export const videoSubscriptions = (): Subscription<AnalyticsDatabase>[] => [
  on(events.ConfigurationSaved, projectConfiguration),
  on(events.VideoRequested, countVideo),
  on(events.VideoGenerated, countRender),
  on(events.VideoFailed, countFailedRender),
  on(events.VideosRegenerated, countRegeneration),
  on(events.PostStateChanged, projectPost),
];
