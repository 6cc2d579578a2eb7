import type { Clock } from '@reelwright/clock';
import { events, type PostMeasured, type PostStateChanged } from '@reelwright/contracts';
import { type EventHandler, on, type Subscription } from '@reelwright/kafka';
import type { Platform } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import { outcomeOf } from './outcome.ts';
import { isPartnersPost, recordOutcome, recordViews } from './post.repository.ts';

/** Saves the states and the views of partners' posts, also after their requests were answered. */
export function postSubscriptions(clock: Clock): Subscription<ExternalApiDatabase>[] {
  const filter = (db: Kysely<ExternalApiDatabase>, { videoId }: { readonly videoId: string }) =>
    isPartnersPost(db, videoId);
  return [
    on(events.PostStateChanged, (trx, { payload }) => record(trx, payload, clock.now()), { filter }),
    on(events.PostMeasured, countViews, { filter }),
  ];
}

const countViews: EventHandler<ExternalApiDatabase, PostMeasured> = async (trx, { payload, occurredAt }) => {
  const { videoId: postId, userId, platform, views = null, measuredAt = null, changedAt = occurredAt } = payload;
  await recordViews(trx, { postId, userId, platform: platform as Platform }, { views, measuredAt, changedAt });
};

async function record(trx: Transaction<ExternalApiDatabase>, event: PostStateChanged, now: Date): Promise<void> {
  const { videoId, userId, platform } = event;
  await recordOutcome(trx, { postId: videoId, userId }, outcomeOf(platform as Platform, event), now);
}
