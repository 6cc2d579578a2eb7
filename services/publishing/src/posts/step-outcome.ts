import {
  type FullDayCause,
  fullDayCauses,
  type PostCause,
  type PostState,
  uncommittedStates,
} from '@reelwright/product';
import { nextDay } from '../budgets/days.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import { isUnavailable, meaningOf } from '../causes/causes.ts';
import type { PostRow } from '../database.ts';
import type { Handle, Outcome, PostedAs, Step } from '../platforms/connector.ts';
import { backoffMs, checkWaitMs, nextTryAt } from './retry-times.ts';

/** How a step of a connector ended, and what else decides about the next one. */
export interface StepEnded {
  readonly type: 'step_ended';
  readonly step: Step;
  readonly outcome: Outcome;
  /** Real time. */
  readonly real: Date;
  /** A call that was abandoned may still arrive for this long (real ms). */
  readonly inFlightMs: number;
  /** The content key of the copy, if staging made one. */
  readonly stagedKey?: string | undefined;
  /** The cause that answered the last commit's call, if its end is unknown. */
  readonly callCode?: PostCause | undefined;
  /** The platform can't be asked until the owner reconnects. */
  readonly accessLost: boolean;
}

/** A post's progress. Undefined fields stay as they are. */
export interface Progress {
  readonly state: PostState;
  readonly code: PostCause | null;
  /** Null = nothing more to do. */
  readonly nextActionAt: Date | null;
  readonly tries: number;
  readonly handle?: Handle | null;
  readonly posted?: PostedAs;
  /** How its open commit ended, if it did. */
  readonly commit?: 'accepted' | 'unknown' | 'posted' | 'refused' | 'failed';
  /** The same process continues with it. */
  readonly keepLease?: boolean;
}

/** Chooses a post's progress after a step. Used by `transition` only. Pure. */
export function progressAfter(post: PostRow, event: StepEnded, now: Date): Progress {
  const progress = progressOf(post, event, now);
  // `moved` keeps the code of a full day, for as long as it applies.
  if (daySpent(event.outcome)) {
    return { ...progress, code: null, nextActionAt: nextDay(platformBudgets[post.platform].timeZone, now) };
  }
  if (progress.state === 'posted' && post.late) return { ...progress, code: 'POSTED_LATE' };
  // The connection's row may be deleted, so the post keeps the cause.
  if (uncommittedStates.includes(progress.state) && post.code === 'REMOVED_AT_PLATFORM') {
    return { ...progress, code: post.code, nextActionAt: now };
  }
  return progress;
}

/** The cause by which the platform itself says that its day is full. */
export function daySpent(outcome: Outcome): FullDayCause | undefined {
  if (outcome.kind !== 'retryable') return undefined;
  return fullDayCauses.find((code) => code === outcome.code);
}

/** How long an accepted post may stay in the platform's moderation before it becomes unconfirmed. */
const OBSERVE_LIMIT_MS = 48 * 3_600_000;
/** The number of checks in 6 hours and the day after them. */
const RECONCILE_TRIES = 84;
const UNAVAILABLE_LIMIT_MS = 30 * 24 * 3_600_000;

/** The progress for every step and outcome. */
function progressOf(post: PostRow, event: StepEnded, now: Date): Progress {
  const { step, outcome, inFlightMs, callCode } = event;
  const { tries, due_at: dueAt } = post;
  const after = (ms: number) => new Date(now.getTime() + ms);
  const again = { tries: tries + 1 };
  /** Real ms since the commit's call, or its intent if none was made. */
  const sinceIntentMs = event.real.getTime() - (post.committed_at?.getTime() ?? 0);
  const isOverdue = sinceIntentMs > OBSERVE_LIMIT_MS;
  const unstaged = post.handle !== null ? 'staging' : 'waiting';

  if (step === 'preflight' || step === 'stage') {
    switch (outcome.kind) {
      case 'done':
        if (step === 'preflight') return { state: unstaged, code: null, nextActionAt: now, tries: 0 };
        return {
          state: 'staged',
          code: null,
          nextActionAt: dueAt > now ? dueAt : now,
          tries: 0,
          ...(outcome.handle && { handle: outcome.handle }),
        };
      case 'pending':
        return { state: 'staging', code: null, nextActionAt: outcome.at, handle: outcome.handle, tries: 0 };
      case 'permanent':
        return failed(outcome.code);
      case 'retryable': {
        const at = nextTryAt(outcome.at, tries, dueAt, now);
        if (outcome.restage) return { state: 'waiting', code: outcome.code, nextActionAt: at, handle: null, ...again };
        return { state: unstaged, code: outcome.code, nextActionAt: at, ...again };
      }
      case 'unknown': {
        // Before the commit it is safe to begin again.
        const at = nextTryAt(undefined, tries, dueAt, now);
        return { state: 'waiting', code: 'SESSION_LOST', nextActionAt: at, handle: null, ...again };
      }
    }
  }

  switch (outcome.kind) {
    case 'done':
      if (step === 'commit' || (step === 'reconcile' && !outcome.posted)) {
        return {
          state: 'processing',
          code: null,
          nextActionAt: after(2_000),
          // Checks are counted together if the post alternates between observe and reconcile.
          tries: isOverdue ? tries : 0,
          commit: 'accepted',
          ...(outcome.handle && { handle: outcome.handle }),
        };
      }
      return {
        state: 'posted',
        code: outcome.posted && !outcome.posted.permalink ? 'NO_LINK' : null,
        nextActionAt: null,
        tries: 0,
        commit: 'posted',
        ...(outcome.handle && { handle: outcome.handle }),
        ...(outcome.posted && { posted: outcome.posted }),
      };
    case 'pending': {
      if (step === 'observe' && isOverdue) return unconfirmed('OUTCOME_UNKNOWN');
      const { at, handle } = outcome;
      return { state: 'processing', code: null, nextActionAt: at, handle, tries: 0, commit: 'accepted' };
    }
    case 'permanent':
      return { ...failed(outcome.code), commit: step === 'commit' ? 'refused' : 'failed' };
    case 'retryable': {
      // There is no copy left to send; the platform is only asked whether the post is out.
      const isOnlyAsked = post.content_key === null;
      if (isOnlyAsked && (step === 'reconcile' || outcome.restage)) {
        return { ...failed('DUPLICATE'), commit: 'refused' };
      }
      if (step === 'observe') {
        const at = outcome.at ?? after(backoffMs(tries));
        // The platform accepted it and gave it up itself, so it can be staged again.
        if (outcome.restage) {
          return { state: 'waiting', code: outcome.code, nextActionAt: at, handle: null, ...again, commit: 'failed' };
        }
        // It was accepted, so it must not fail: it can't be checked until its owner reconnects, or could not be for
        // two days.
        if (outcome.code === 'RECONNECT_NEEDED' || isOverdue) return unconfirmed('OUTCOME_UNKNOWN');
        return { state: 'processing', code: outcome.code, nextActionAt: at, ...again };
      }
      // The answer 'it never arrived' is final only when no call of ours can still be under way.
      if (step === 'reconcile' && sinceIntentMs < inFlightMs) return unconfirmed('OUTCOME_UNKNOWN');
      if (step === 'reconcile' && callCode && meaningOf(callCode).verdict === 'permanent') {
        return { ...failed(callCode), commit: 'refused' };
      }
      const at = step === 'reconcile' ? (outcome.at ?? now) : nextTryAt(outcome.at, tries, dueAt, now);
      // It is sent again at once. If that is late or too late, this is the cause.
      const code = step === 'reconcile' ? (callCode ?? null) : outcome.code;
      if (outcome.restage) {
        return { state: 'waiting', code, nextActionAt: at, handle: null, ...again, commit: 'refused' };
      }
      return { state: 'staged', code, nextActionAt: at, ...again, commit: 'refused' };
    }
    case 'unknown':
      // Without an account the platform can't be asked; the next connection restarts the checks.
      if (outcome.code === 'NO_LONGER_CONNECTED') {
        return { ...unconfirmed(outcome.code), nextActionAt: null, tries: 0 };
      }
      return unconfirmed(outcome.code === 'OTHER_ACCOUNT' ? outcome.code : 'OUTCOME_UNKNOWN', {
        unavailable: outcome.code !== undefined && isUnavailable(outcome.code),
      });
  }

  /** @param unavailable the platform gave no answer: such checks continue for a month */
  function unconfirmed(code: PostCause, { unavailable = false } = {}): Progress {
    // The tries of a commit are not checks.
    const checks = step === 'commit' ? 0 : tries;
    const isFirst = post.state !== 'unconfirmed' && post.state !== 'going_out';
    const wait = isFirst && !isOverdue ? 2_000 : checkWaitMs(checks, dueAt, now);
    // After the last check the platform is asked again only when a person presses Check or reconnects the account.
    const isLast = checks >= RECONCILE_TRIES && !(unavailable && sinceIntentMs < UNAVAILABLE_LIMIT_MS);
    return {
      state: 'unconfirmed',
      code: code === 'OUTCOME_UNKNOWN' && event.accessLost ? 'LOOK_NEEDS_RECONNECT' : code,
      nextActionAt: isLast ? null : after(wait),
      tries: checks + 1,
      commit: 'unknown',
    };
  }
}

const failed = (code: PostCause): Progress => ({ state: 'failed', code, nextActionAt: null, handle: null, tries: 0 });
