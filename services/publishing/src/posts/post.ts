import { endedStates, handedOverStates, type PostCause, type PostState } from '@reelwright/product';
import type { Moved } from '../budgets/moved.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import { lacksConnection } from '../causes/causes.ts';
import type { PostRow } from '../database.ts';
import type { Handle, PostedAs } from '../platforms/connector.ts';
import { latenessOf } from './lateness.ts';
import { type Progress, progressAfter, type StepEnded } from './step-outcome.ts';

/** Why an uncommitted post is withdrawn; `restage`: its copy has to be made again. */
export type Withdrawal = 'cancelled' | 'failed' | 'missed' | 'no_connection' | 'restage';

/** What happens to a post. Times are product time, unless noted. */
export type PostEvent =
  /** Nothing is to be done before that time. */
  | { readonly type: 'next_step_set'; readonly at: Date; readonly code: PostCause | null }
  /** Its staged copy was discarded, if there was one. */
  | { readonly type: 'withdrawn'; readonly because: Withdrawal; readonly code: PostCause | null }
  /** Its platform was asked before its time. `foreseen`: why it would refuse it. */
  | { readonly type: 'preflighted'; readonly foreseen: PostCause | null }
  | { readonly type: 'staging_started' }
  /** The intent of its commit is written; the call follows. */
  | { readonly type: 'commit_started'; readonly account: Account; readonly real: Date }
  | StepEnded
  /** It begins again from the start. If its owner requested that, with the variation that is posted. */
  | { readonly type: 'reopened'; readonly requested?: number }
  /**
   * The platform is asked again about a commit that it refused. The key of the copy is cleared, so that nothing is
   * sent.
   */
  | { readonly type: 'recheck_requested'; readonly handle: Handle }
  /** This database has forgotten a commit, and the post may be out. */
  | { readonly type: 'earlier_commit_found'; readonly commit: EarlierCommit }
  /** Its next step is taken now. */
  | { readonly type: 'woken' }
  /** Its video was edited; its next step is taken now. */
  | { readonly type: 'edited' }
  /** The checks at the platform begin again with the first one. */
  | { readonly type: 'checks_restarted' }
  /** It can't go out before its connection is repaired. */
  | { readonly type: 'connection_broken'; readonly cause: PostCause }
  /** Its connection has no problem any more, or another one; its next step is taken now. */
  | { readonly type: 'connection_changed'; readonly problem: PostCause | undefined }
  | Placed
  /** The account it went to must no longer be named. */
  | { readonly type: 'account_forgotten' }
  /** A restored database has forgotten this announcement of the post. */
  | { readonly type: 'recalled'; readonly announced: Announced };

interface Placed {
  readonly type: 'placed';
  readonly dueAt: Date;
  /** Why it goes out on another day than its entry says. */
  readonly moved: Moved | null;
  /** Its slot in its platform's day. Null: none; undefined: unchanged. */
  readonly slot?: Slot | null | undefined;
}

interface Account {
  readonly id: string | null;
  readonly name: string | null;
}

interface Slot {
  readonly scope: string;
  readonly day: string;
}

/** The content of a `PostStateChanged`; empty fields are undefined. */
export interface Announced {
  readonly state: PostState;
  readonly code: PostCause | null;
  readonly revision: number;
  readonly accountId: string | undefined;
  readonly accountName: string | undefined;
  readonly postedAt: Date | undefined;
  readonly permalink: string | undefined;
  readonly platformPostId: string | undefined;
}

interface EarlierCommit {
  readonly handle: Handle;
  readonly contentKey: string | null;
  readonly account: Account;
  /** Real time. */
  readonly at: Date;
}

/** How a commit ended. If `code` is undefined, the code that answered its call stays. */
export interface CommitEnd {
  readonly outcome: NonNullable<Progress['commit']>;
  readonly code?: PostCause | null;
  readonly at: Date;
}

export interface Effects {
  /** People see a difference: the post is announced. */
  readonly announce: boolean;
  /** The slot it holds in its platform's day is returned. */
  readonly returnSlot: boolean;
  readonly commitEnded?: CommitEnd | undefined;
}

interface Transition {
  readonly post: PostRow;
  readonly effects: Effects;
}

/** Its platform is asked again whether it would take the post. */
const NOT_ASKED = { preflighted_at: null, foreseen: null };

/** Returns a post after an event. Pure, and the only place that chooses its state. */
export function transition(post: PostRow, event: PostEvent, now: Date): Transition {
  const { state, code, tries } = post;
  switch (event.type) {
    case 'next_step_set':
      return proceed(post, { state, code: event.code, nextActionAt: event.at, tries }, now);
    case 'withdrawn': {
      const to = event.because === 'restage' ? 'waiting' : event.because;
      const nextActionAt = to === 'waiting' ? now : null;
      return proceed(post, { state: to, code: event.code, nextActionAt, tries: 0, handle: null }, now);
    }
    case 'preflighted': {
      const { foreseen } = event;
      const progress = { state, code: foreseen, nextActionAt: now, tries };
      return proceed(post, progress, now, { preflighted_at: now, foreseen });
    }
    case 'staging_started':
      return proceed(post, { state: 'staging', code: null, nextActionAt: now, tries, keepLease: true }, now);
    case 'commit_started':
      return proceed(post, { state: 'going_out', code: null, nextActionAt: now, tries, keepLease: true }, now, {
        committed_at: event.real,
        sent_at: now,
        ...latenessOf(post, now),
        account_id: event.account.id,
        account_name: event.account.name,
      });
    case 'step_ended':
      return afterStep(post, event, now);
    case 'reopened':
      return proceed(post, { state: 'waiting', code: null, nextActionAt: now, tries: 0, handle: null }, now, {
        ...NOT_ASKED,
        ...(event.requested !== undefined && { requested_variation: event.requested }),
      });
    case 'recheck_requested': {
      const { handle } = event;
      return proceed(post, { state: 'unconfirmed', code: 'OUTCOME_UNKNOWN', nextActionAt: now, tries: 0, handle }, now);
    }
    case 'earlier_commit_found': {
      const { handle, contentKey, account, at } = event.commit;
      return proceed(post, { state: 'going_out', code: null, nextActionAt: now, tries: 0, handle }, now, {
        committed_at: at,
        content_key: contentKey,
        account_id: account.id,
        account_name: account.name,
      });
    }
    case 'woken':
      return internalChange(post, { next_action_at: now });
    case 'edited':
      // What was foreseen may be mended.
      return internalChange(post, { next_action_at: now, ...(post.foreseen !== null && NOT_ASKED) });
    case 'checks_restarted':
      return internalChange(post, { tries: 0, next_action_at: now });
    case 'connection_broken':
      // While the platform is off here, that stays the cause, whatever happens to the connection.
      return code === event.cause || code === 'PLATFORM_OFF'
        ? internalChange(post, {})
        : visibleChange(post, { code: event.cause }, now);
    case 'connection_changed': {
      const hasOtherProblem = code !== null && code !== event.problem && lacksConnection(code);
      const columns = { next_action_at: now, ...NOT_ASKED };
      return hasOtherProblem
        ? visibleChange(post, { ...columns, code: event.problem ?? null }, now)
        : internalChange(post, columns);
    }
    case 'placed':
      return place(post, event, now);
    case 'account_forgotten':
      return visibleChange(
        post,
        {
          account_id: null,
          account_name: null,
          permalink: null,
          platform_post_id: null,
          // The handle is still needed to ask the platform about a post whose end is not known.
          ...(!handedOverStates.includes(state) && { handle: null }),
          budget_scope: null,
          budget_day: null,
        },
        now,
      );
    case 'recalled':
      return internalChange(post, {
        ...recalled(post, event.announced, now),
        revision: Math.max(post.revision, event.announced.revision),
        updated_at: now,
      });
  }
}

function afterStep(post: PostRow, event: StepEnded, now: Date): Transition {
  const { step, outcome, real, stagedKey } = event;
  const progress = progressAfter(post, event, now);
  const stagedAs = stagedKey !== undefined && progress.handle ? { content_key: stagedKey } : {};
  const { post: after, effects } = proceed(post, progress, now, stagedAs);
  if (!progress.commit) return { post: after, effects };
  // A check without an answer keeps the code that answered the call.
  const hasAnswer = step === 'commit' || progress.commit !== 'unknown';
  const answer = hasAnswer ? { code: 'code' in outcome ? (outcome.code ?? null) : null } : {};
  return { post: after, effects: { ...effects, commitEnded: { outcome: progress.commit, ...answer, at: real } } };
}

/** Applies progress to a post, and releases its lease unless the same process continues. */
function proceed(
  post: PostRow,
  { state, code, nextActionAt, tries, handle, posted, keepLease }: Progress,
  now: Date,
  also: Partial<PostRow> = {},
): Transition {
  const ends = endedStates.includes(state);
  // Another copy is another upload, which needs another slot if the platform counts uploads.
  const restarts = handle === null && post.handle !== null && platformBudgets[post.platform].at === 'stage';
  const isVisible =
    state !== post.state ||
    code !== post.code ||
    ((state === 'unconfirmed' || code !== null) && nextActionAt?.getTime() !== post.next_action_at?.getTime());
  // It will not go out at its time, because of its cause.
  const isDelayed =
    code !== null && state !== 'posted' && state !== 'processing' && (nextActionAt ?? now) > post.due_at;
  return {
    post: {
      ...post,
      state,
      code,
      next_action_at: nextActionAt,
      tries,
      updated_at: now,
      ...(!keepLease && { leased_until: null }),
      ...(isVisible && { revision: post.revision + 1 }),
      ...((ends || restarts) && { budget_scope: null, budget_day: null }),
      ...(handle !== undefined && { handle }),
      ...(handle === null && { content_key: null, staged_at: null }),
      ...(posted && {
        platform_post_id: posted.id,
        permalink: posted.permalink ?? null,
        posted_at: postedAt(post, posted, now),
      }),
      ...(isDelayed && { delayed_by: code, delayed_until: nextActionAt ?? now }),
      ...also,
    },
    effects: { announce: isVisible, returnSlot: ends },
  };
}

/** The platform's time if it is plausible, else the time of the commit, because a check may come hours later. */
function postedAt({ sent_at: sentAt }: PostRow, { at }: PostedAs, now: Date): Date {
  const isBelievable = at && (!sentAt || at >= sentAt) && at <= now;
  return isBelievable ? at : (sentAt ?? now);
}

function place(post: PostRow, { dueAt, moved, slot }: Placed, now: Date): Transition {
  const columns = {
    due_at: dueAt,
    moved,
    ...(slot !== undefined && { budget_scope: slot?.scope ?? null, budget_day: slot?.day ?? null }),
  };
  const isVisible = dueAt.getTime() !== post.due_at.getTime() || moved?.from !== post.moved?.from;
  return isVisible ? visibleChange(post, columns, now) : internalChange(post, columns);
}

/**
 * A post that went out stays posted, a committed one becomes unconfirmed, and one that ended stays so. An uncommitted
 * post was never visible, and is staged again.
 */
function recalled(post: PostRow, announced: Announced, now: Date): Partial<PostRow> {
  const { state, code, postedAt: at = now } = announced;
  const account = {
    account_id: announced.accountId ?? post.account_id,
    account_name: announced.accountName ?? post.account_name,
  };
  const ended = { state, code, next_action_at: null, leased_until: null };
  if (state === 'posted') {
    const { permalink = null, platformPostId = null } = announced;
    return { ...ended, ...account, permalink, platform_post_id: platformPostId, posted_at: at, sent_at: at };
  }
  if (handedOverStates.includes(state)) {
    if (post.state === 'posted') return {};
    // A copy in this row may be older than the committed one, so the platform is not asked about it.
    return {
      ...account,
      state: 'unconfirmed',
      code: 'OUTCOME_UNKNOWN',
      next_action_at: now,
      handle: null,
      content_key: null,
      leased_until: null,
    };
  }
  const isOlder = announced.revision <= post.revision;
  return !isOlder && endedStates.includes(state) ? { ...ended, handle: null, content_key: null } : {};
}

/** A change that people see. */
function visibleChange(post: PostRow, columns: Partial<PostRow>, now: Date): Transition {
  return {
    post: { ...post, ...columns, revision: post.revision + 1, updated_at: now },
    effects: { announce: true, returnSlot: false },
  };
}

function internalChange(post: PostRow, columns: Partial<PostRow>): Transition {
  return { post: { ...post, ...columns }, effects: { announce: false, returnSlot: false } };
}
