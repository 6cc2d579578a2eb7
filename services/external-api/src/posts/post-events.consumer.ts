import type { Clock } from '@reelwright/clock';
import { events, type PostStateChanged } from '@reelwright/contracts';
import { on, type Subscription } from '@reelwright/kafka';
import type { Platform } from '@reelwright/product';
import type { Kysely, Transaction } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import { outcomeOf } from './outcome.ts';
import { isPartnersPost, recordOutcome } from './post.repository.ts';

/** Saves the states of partners' posts, also after their requests were answered. */
export function postSubscriptions(clock: Clock): Subscription<ExternalApiDatabase>[] {
  return [
    on(events.PostStateChanged, (trx, { payload }) => record(trx, payload, clock.now()), {
      filter: (db: Kysely<ExternalApiDatabase>, { videoId }) => isPartnersPost(db, videoId),
    }),
  ];
}

async function record(trx: Transaction<ExternalApiDatabase>, event: PostStateChanged, now: Date): Promise<void> {
  const { videoId, userId, platform } = event;
  await recordOutcome(trx, { postId: videoId, userId }, outcomeOf(platform as Platform, event), now);
}
