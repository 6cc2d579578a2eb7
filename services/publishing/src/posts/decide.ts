import type { PostCause, PostState } from '@reelwright/product';
import { meaningOf } from '../causes/causes.ts';
import type { PostEvent, Withdrawal } from './post.ts';
import { MISSED_AFTER_MS } from './retry-times.ts';

/** The input of `decide`. Times are product time, unless noted. */
export interface Situation {
  readonly state: PostState;
  readonly code: PostCause | null;
  readonly dueAt: Date;
  readonly hasHandle: boolean;
  /** The content keys of the staged copy and of the current content. */
  readonly stagedKey: string | null;
  readonly currentKey: string;
  /** Real time at which the staged copy was begun. */
  readonly stagedAt: Date | null;
  readonly cancelled: boolean;
  /** Its owner does not want the entry posted. */
  readonly skipped: boolean;
  /** Its owner has paused all posts. */
  readonly paused: boolean;
  /** It was due before the end of the last pause. */
  readonly dueInPause: boolean;
  /** Its owner is not to be asked, or has approved the video. */
  readonly approved: boolean;
  /** The entry goes to this platform. */
  readonly goesHere: boolean;
  readonly mediaReady: boolean;
  readonly mediaFailed: boolean;
  /** Why the connection can't be used; undefined when it can. */
  readonly connectionProblem: PostCause | undefined;
  /** The entry names this platform; otherwise it goes to every connected one. */
  readonly named: boolean;
  /** The user's plan no longer includes posting; checked only when the post is about to go out. */
  readonly planEnded: boolean;
  /** Scheduling has not answered about the entry; the post waits for the answer. */
  readonly unanswered: boolean;
  readonly rereadEveryMs: number;
  /** When its platform was last asked whether it would take it, and why it would not. */
  readonly preflightedAt: Date | null;
  readonly foreseen: PostCause | null;
  readonly stageLeadMs: number;
  readonly stageLifeMs: number;
}

export type Decision =
  | { readonly do: 'preflight' | 'stage' | 'observe' | 'reconcile' }
  | { readonly do: 'commit' }
  | { readonly do: 'sleep'; readonly until: Date; readonly code: PostCause | null }
  /** Discard the staged copy first, if there is one. */
  | { readonly do: 'withdraw'; readonly because: Withdrawal; readonly code: PostCause | null };

/** A disconnection that is noticed up to this long after the post's time counts as one from before it. */
const JUST_DUE_MS = 60_000;

/** Decides what happens next to a post. Pure. */
export function decide(situation: Situation, now: Date, real: Date): Decision {
  const { state, dueAt, hasHandle } = situation;
  // An intent without an outcome: the process died in between. The provider is asked, and nothing is sent.
  if (state === 'going_out' || state === 'unconfirmed') return { do: 'reconcile' };
  if (state === 'processing') return { do: 'observe' };

  const late = now.getTime() - dueAt.getTime();
  if (situation.cancelled) return { do: 'withdraw', because: 'cancelled', code: 'ENTRY_CANCELLED' };
  if (!situation.goesHere) return { do: 'withdraw', because: 'cancelled', code: 'NOT_WANTED' };
  if (situation.skipped) return { do: 'withdraw', because: 'cancelled', code: 'ENTRY_SKIPPED' };
  if (situation.mediaFailed) return { do: 'withdraw', because: 'failed', code: 'VIDEO_FAILED' };
  if (late > MISSED_AFTER_MS) {
    const failing = situation.code !== null && meaningOf(situation.code).tooLate === 'failed';
    return failing
      ? { do: 'withdraw', because: 'failed', code: situation.code }
      : { do: 'withdraw', because: 'missed', code: missedBecause(situation) };
  }
  // Also if it is less than 6 h late, so that the end of a pause lets nothing out by itself.
  if (situation.dueInPause && !situation.paused) {
    return { do: 'withdraw', because: 'missed', code: 'MISSED_WHILE_PAUSED' };
  }
  // The row of a connection that was removed at the platform may be deleted, so its posts store that cause.
  const removed =
    situation.connectionProblem === 'NOT_CONNECTED' && situation.code === 'REMOVED_AT_PLATFORM' ? situation.code : null;
  if (hasHandle && mustRestage(situation, real)) return { do: 'withdraw', because: 'restage', code: removed };
  const untilMissed = new Date(dueAt.getTime() + MISSED_AFTER_MS + 1);
  if (situation.paused) return { do: 'sleep', until: late < 0 ? dueAt : untilMissed, code: 'POSTING_PAUSED' };
  if (situation.connectionProblem) {
    const code = removed ?? situation.connectionProblem;
    if (situation.connectionProblem === 'NOT_CONNECTED' && !situation.named && late < JUST_DUE_MS) {
      return { do: 'withdraw', because: 'cancelled', code: removed ?? 'DISCONNECTED' };
    }
    if (late < 0) return { do: 'sleep', until: dueAt, code };
    return { do: 'withdraw', because: 'no_connection', code };
  }
  if (!situation.mediaReady) {
    const until = late < 0 ? dueAt : untilMissed;
    return { do: 'sleep', until, code: late < 0 ? null : 'VIDEO_NOT_READY' };
  }
  switch (state) {
    case 'waiting':
    case 'staging': {
      const stageAt = new Date(dueAt.getTime() - situation.stageLeadMs);
      if (now >= stageAt) return { do: 'stage' };
      const preflightAt = nextPreflight(situation, now);
      if (preflightAt <= now) return { do: 'preflight' };
      return { do: 'sleep', until: preflightAt < stageAt ? preflightAt : stageAt, code: situation.foreseen };
    }
    case 'staged':
      if (late < 0) return { do: 'sleep', until: dueAt, code: null };
      if (!situation.approved) return { do: 'sleep', until: untilMissed, code: 'AWAITS_APPROVAL' };
      if (situation.planEnded) return { do: 'withdraw', because: 'failed', code: 'PLAN_FEATURE' };
      if (!situation.unanswered) return { do: 'commit' };
      return { do: 'sleep', until: new Date(now.getTime() + situation.rereadEveryMs), code: 'CALENDAR_UNREACHABLE' };
    case 'posted':
    case 'failed':
    case 'missed':
    case 'cancelled':
    case 'no_connection':
      throw new Error(`a post in ${state} has no next step`);
  }
}

/** How long before its time a platform is asked again whether it would take a post. */
const PREFLIGHT_LEAD_MS = 3_600_000;
/** How often it is asked while it would not. */
const PREFLIGHT_EVERY_MS = 3_600_000;

/** When its platform is asked next, besides right before the copy is made: once its video is made, and an hour before. */
function nextPreflight({ preflightedAt, foreseen, dueAt }: Situation, now: Date): Date {
  if (preflightedAt === null) return now;
  const last = new Date(dueAt.getTime() - PREFLIGHT_LEAD_MS);
  const again = foreseen === null ? last : new Date(preflightedAt.getTime() + PREFLIGHT_EVERY_MS);
  return again <= preflightedAt ? dueAt : again;
}

/** Why a post is missed whose delay was not the platform's. */
function missedBecause({ paused, code }: Situation): PostCause {
  if (paused) return 'MISSED_WHILE_PAUSED';
  return code === 'AWAITS_APPROVAL' ? 'MISSED_UNAPPROVED' : 'MISSED';
}

/** The event of a decision that changes the post; undefined for a step at the platform. */
export function eventOf(decision: Decision): PostEvent | undefined {
  switch (decision.do) {
    case 'sleep':
      return { type: 'next_step_set', at: decision.until, code: decision.code };
    case 'withdraw':
      return { type: 'withdrawn', because: decision.because, code: decision.code };
    case 'preflight':
    case 'stage':
    case 'commit':
    case 'observe':
    case 'reconcile':
      return undefined;
  }
}

function mustRestage({ stagedKey, currentKey, stagedAt, stageLifeMs }: Situation, real: Date): boolean {
  return stagedKey !== currentKey || (stagedAt !== null && real.getTime() - stagedAt.getTime() > stageLifeMs);
}
