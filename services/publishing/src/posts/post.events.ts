import { events, type PostStateChanged } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import { movedSentence } from '../budgets/moved.ts';
import { causeOf, needsOf, wordsFor } from '../causes/causes.ts';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import { titles } from '../platforms/platform.ts';
import { lateSentence } from './lateness.ts';
import { uncommitted } from './post-target.ts';

/** What people are told about a target. What has not gone out says when it does, and why not at its entry's time. */
export function viewOf(target: PostTargetRow): {
  state: string;
  code: string;
  message: string;
  fix: string;
  /** What its owner must do before it can go out; empty when nothing. */
  needs: string;
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
    message: moved
      ? movedSentence(target.platform, moved, target.due_at)
      : target.code === 'POSTED_LATE'
        ? lateSentence(target)
        : cause,
    // That sentence says when it goes out; the catalogue's own would name another day.
    fix: moved ? 'Nothing to do: it goes out by itself then.' : isGivenUp(target) ? GIVEN_UP : fix,
    needs: needsOf(target.code) ?? '',
    nextCheckAt: checking ? target.next_action_at : null,
    goesOutAt,
  };
}

const GIVEN_UP = 'We tried for 6 hours; press Post again if it should still go out.';

/** It ended with a cause that is tried again as long as there is time: the catalogue's fix would promise another try. */
function isGivenUp({ state, code }: PostTargetRow): boolean {
  if (state !== 'failed' || code === null) return false;
  const { verdict, connection } = causeOf(code);
  return verdict !== 'permanent' && connection === undefined;
}

/** States where a target stands. Call it in the transaction that changed the row. */
export async function announcePost(
  trx: Transaction<PublishingDatabase>,
  target: PostTargetRow,
  now: Date,
): Promise<void> {
  await enqueueEvent(trx, events.PostStateChanged, stateOf(target, now), now);
}

function stateOf(target: PostTargetRow, now: Date): PostStateChanged {
  const view = viewOf(target);
  return {
    videoId: target.video_id,
    userId: target.user_id,
    platform: target.platform,
    state: view.state,
    code: view.code,
    message: view.message,
    fix: view.fix,
    needs: view.needs,
    permalink: target.permalink ?? '',
    postedAt: target.posted_at ?? undefined,
    nextCheckAt: view.nextCheckAt ?? undefined,
    revision: target.revision,
    changedAt: now,
    goesOutAt: view.goesOutAt ?? undefined,
    ...whereItIs(target),
  };
}

/** The platform's own id of the post, its container (Instagram) and the account it goes to, as far as they are known. */
export function whereItIs({ platform_post_id, handle, account_id, account_name }: PostTargetRow) {
  const container = (handle as { container?: string } | null)?.container;
  return {
    platformPostId: platform_post_id ?? '',
    containerId: container ?? '',
    accountId: account_id ?? '',
    accountName: account_name ?? '',
  };
}
