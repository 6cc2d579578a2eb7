import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import { wordsFor } from '../catalogue/causes.ts';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import { titles } from '../platforms/platform.ts';

/** What people are told about a target. */
export function viewOf(target: PostTargetRow): {
  state: string;
  code: string;
  message: string;
  fix: string;
  nextCheckAt: Date | null;
} {
  const { cause, fix } = wordsFor(target.code, titles[target.platform]);
  const checking = target.state === 'unconfirmed' || target.state === 'processing' || target.code !== null;
  return {
    state: target.state,
    code: target.code ?? '',
    message: cause,
    fix,
    nextCheckAt: checking ? target.next_action_at : null,
  };
}

/** States where a target stands. Call it in the transaction that changed the row. */
export async function announcePost(
  trx: Transaction<PublishingDatabase>,
  target: PostTargetRow,
  now: Date,
): Promise<void> {
  const view = viewOf(target);
  await enqueueEvent(
    trx,
    events.PostStateChanged,
    {
      videoId: target.video_id,
      userId: target.user_id,
      platform: target.platform,
      state: view.state,
      code: view.code,
      message: view.message,
      fix: view.fix,
      permalink: target.permalink ?? '',
      postedAt: target.posted_at ?? undefined,
      nextCheckAt: view.nextCheckAt ?? undefined,
      revision: target.revision,
      changedAt: now,
    },
    now,
  );
}
