import type { PostStateChanged } from '@reelwright/contracts';
import type { Transaction } from 'kysely';
import { isCauseCode } from '../causes/causes.ts';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import { isPlatform, type Platform } from '../platforms/platform.ts';
import { isDeleted } from '../users/deleted-users.ts';
import { nextNumber } from './announcement.ts';
import { isPostState, type PostState, reopenable } from './post-target.ts';
import { addTargets } from './post-targets.repository.ts';

type Trx = Transaction<PublishingDatabase>;

/**
 * Takes back in what this service has said of a post and its restored database has forgotten. What went out stays out; what
 * was handed over is unconfirmed, until its announcement says by what the platform can be asked; what ended stays ended.
 * What was not handed over begins anew: nobody has seen it.
 */
export async function recallPost(trx: Trx, said: PostStateChanged, now: Date): Promise<void> {
  const { platform, state } = said;
  if (!isPlatform(platform) || !isPostState(state)) return;
  const target = await lockOrAdd(trx, said, platform, now);
  if (!target) return;
  const revision = Math.max(target.revision, said.revision);
  const isOlder = said.revision <= target.revision;
  const set = isOlder && !isHandedOver(state) ? {} : recalled(said, state, target, now);
  if (state === 'posted' && target.state !== 'posted') await enterPost(trx, target, said, now);
  await trx
    .updateTable('post_targets')
    .set({ ...set, revision, updated_at: now })
    .where('id', '=', target.id)
    .execute();
}

const isHandedOver = (state: PostState): boolean =>
  state === 'posted' || state === 'going_out' || state === 'processing' || state === 'unconfirmed';

function recalled(said: PostStateChanged, state: PostState, target: PostTargetRow, now: Date) {
  const code = isCauseCode(said.code) ? said.code : null;
  const account = {
    account_id: said.accountId || target.account_id,
    account_name: said.accountName || target.account_name,
  };
  const ended = { code, next_action_at: null, leased_until: null };
  if (state === 'posted') {
    const { postedAt, permalink, platformPostId } = said;
    return {
      ...ended,
      ...account,
      state,
      permalink: permalink || null,
      platform_post_id: platformPostId || null,
      posted_at: postedAt ?? now,
      sent_at: postedAt ?? now,
    };
  }
  if (isHandedOver(state) && target.state === 'posted') return {};
  // The copy in this row, if there is one, may be older than the one that was committed: it is not what to ask about.
  if (isHandedOver(state)) {
    return {
      ...account,
      state: 'unconfirmed' as const,
      code: 'OUTCOME_UNKNOWN' as const,
      next_action_at: now,
      handle: null,
      content_key: null,
      leased_until: null,
    };
  }
  return reopenable.includes(state) ? { ...ended, state, handle: null, content_key: null } : {};
}

/** A post that is out has a commit that says so: no second one can begin beside it. */
async function enterPost(trx: Trx, target: PostTargetRow, said: PostStateChanged, now: Date): Promise<void> {
  await trx
    .insertInto('post_attempts')
    .values({
      target_id: target.id,
      step: 'commit',
      number: nextNumber(trx, target.id),
      handle: JSON.stringify({ recalled: true }),
      revision: said.revision,
      variation: 0,
      intent_at: said.postedAt ?? now,
      outcome: 'posted',
      finished_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * The row it is about. One that no event of scheduling brought back was a partner's: it comes back without its video, so
 * what had not gone out is lost, and says so.
 */
async function lockOrAdd(
  trx: Trx,
  said: PostStateChanged,
  platform: Platform,
  now: Date,
): Promise<PostTargetRow | undefined> {
  const { videoId, userId } = said;
  const find = () =>
    trx
      .selectFrom('post_targets')
      .selectAll()
      .where('video_id', '=', videoId)
      .where('platform', '=', platform)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
  const known = await trx
    .selectFrom('videos')
    .selectAll()
    .where('id', '=', videoId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const target = known && (await find());
  if (target || (known && known.user_id !== userId)) return target;
  if (await isDeleted(trx, userId)) return undefined;
  const at = said.goesOutAt ?? said.postedAt ?? said.changedAt ?? now;
  const video =
    known ??
    (await trx
      .insertInto('videos')
      .values({
        id: videoId,
        user_id: userId,
        source: 'partner',
        publish_at: at,
        platforms: [platform],
        failed_variation: 0,
        failure_code: 'LOST_IN_RESTORE',
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow());
  await addTargets(trx, { ...video, publish_at: at }, [platform], now);
  return find();
}
