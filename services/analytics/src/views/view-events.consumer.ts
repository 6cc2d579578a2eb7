import { events, type PostMeasured, type VideoRescheduled } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { AnalyticsDatabase } from '../database.ts';
import { lockUser } from '../users/user.repository.ts';
import { saveLabel, saveViews } from './views.repository.ts';

const renameVideo: EventHandler<AnalyticsDatabase, VideoRescheduled> = async (trx, { payload, occurredAt }) => {
  const { videoId, userId, title, revision } = payload;
  if (await lockUser(trx, userId)) await saveLabel(trx, { videoId, userId, title, revision, at: occurredAt });
};

const countViews: EventHandler<AnalyticsDatabase, PostMeasured> = async (trx, { payload, occurredAt }) => {
  const { videoId, userId, platform, postedAt = occurredAt, changedAt = occurredAt } = payload;
  if (!(await lockUser(trx, userId))) return;
  await saveViews(
    trx,
    { videoId, userId, platform, postedAt },
    {
      views: payload.views ?? null,
      likes: payload.likes ?? null,
      watch_seconds: payload.watchSeconds ?? null,
      measured_at: payload.measuredAt ?? null,
      code: payload.code || null,
      changed_at: changedAt,
    },
  );
};

export const viewSubscriptions = (): Subscription<AnalyticsDatabase>[] => [
  on(events.VideoRescheduled, renameVideo),
  on(events.PostMeasured, countViews),
];
