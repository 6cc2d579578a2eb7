import { events, type PostStateChanged } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import { movedSentence } from '../budgets/moved.ts';
import { causeOf, needsOf, wordsFor } from '../causes/causes.ts';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import { titles } from '../platforms/platform.ts';
import { lateSentence } from './lateness.ts';
import { uncommitted } from './post-state.ts';

/** What people see of a post. What has not gone out says when it does, and why not at its entry's time. */
export function viewOf(post: PostTargetRow): {
  state: string;
  code: string;
  message: string;
  fix: string;
  /** What its owner must do before it can go out; empty when nothing. */
  needs: string;
  nextCheckAt: Date | null;
  goesOutAt: Date | null;
} {
  const goesOutAt = uncommitted.includes(post.state) ? post.due_at : null;
  const moved = post.code === null && goesOutAt ? post.moved : null;
  const { cause, fix } = wordsFor(moved?.code ?? post.code, titles[post.platform]);
  const checking = post.state === 'unconfirmed' || post.state === 'processing' || post.code !== null;
  return {
    state: post.state,
    code: moved?.code ?? post.code ?? '',
    message: moved
      ? movedSentence(post.platform, moved, post.due_at)
      : post.code === 'POSTED_LATE'
        ? lateSentence(post)
        : cause,
    // That sentence says when it goes out; the catalogue's own would name another day.
    fix: moved ? 'Nothing to do: it goes out by itself then.' : isGivenUp(post) ? GIVEN_UP : fix,
    needs: needsOf(post.code) ?? '',
    nextCheckAt: checking ? post.next_action_at : null,
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

/** Publishes the state of a post. Call it in the transaction that changed the row. */
export async function announcePost(
  trx: Transaction<PublishingDatabase>,
  post: PostTargetRow,
  now: Date,
): Promise<void> {
  await enqueueEvent(trx, events.PostStateChanged, stateOf(post, now), now);
}

function stateOf(post: PostTargetRow, now: Date): PostStateChanged {
  const view = viewOf(post);
  return {
    videoId: post.video_id,
    userId: post.user_id,
    platform: post.platform,
    state: view.state,
    code: view.code,
    message: view.message,
    fix: view.fix,
    needs: view.needs,
    permalink: post.permalink ?? '',
    postedAt: post.posted_at ?? undefined,
    nextCheckAt: view.nextCheckAt ?? undefined,
    revision: post.revision,
    changedAt: now,
    goesOutAt: view.goesOutAt ?? undefined,
    ...whereItIs(post),
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
