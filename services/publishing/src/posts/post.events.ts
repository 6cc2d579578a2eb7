import { events } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import { movedSentence } from '../budgets/moved.ts';
import { wordsFor } from '../catalogue/causes.ts';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import { titles } from '../platforms/platform.ts';
import { uncommitted } from './post-target.ts';

/** What people are told about a target. What has not gone out says when it does, and why not at its entry's time. */
export function viewOf(target: PostTargetRow): {
  state: string;
  code: string;
  message: string;
  fix: string;
  nextCheckAt: Date | null;
  goesOutAt: Date | null;
} {
  const goesOutAt = uncommitted.includes(target.state) ? target.due_at : null;
  const moved = target.code === null && goesOutAt ? target.moved : null;
  const { cause, fix } = wordsFor(moved?.code ?? target.code, titles[target.platform]);
  const checking = target.state === 'unconfirmed' || target.state === 'processing' || target.code !== null;
  return {
    state: target.state,
    code: moved?.code ?? target.code ?? '',
    message: moved ? movedSentence(target.platform, moved, target.due_at) : cause,
    // That sentence says when it goes out; the catalogue's own would name another day.
    fix: moved ? 'Nothing to do: it goes out by itself then.' : fix,
    nextCheckAt: checking ? target.next_action_at : null,
    goesOutAt,
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
      goesOutAt: view.goesOutAt ?? undefined,
    },
    now,
  );
}
