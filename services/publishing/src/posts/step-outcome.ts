import { type FullDayCause, fullDayCauses } from '@reelwright/product';
import { nextDay } from '../budgets/days.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import { type CauseCode, causeOf, isAway } from '../causes/causes.ts';
import type { PostRow } from '../database.ts';
import type { Handle, Outcome, PostedAs, Step } from '../platforms/connector.ts';
import { type PostState, uncommitted } from './post-state.ts';
import { backoffMs, checkWaitMs, nextTryAt } from './retry-times.ts';

/** How a step of a connector ended, and what else counts for what follows. */
export interface StepEnded {
  readonly type: 'step_ended';
  readonly step: Step;
  readonly outcome: Outcome;
  /** Real time. */
  readonly real: Date;
  /** A call that was given up may still arrive for this long (real ms). */
  readonly inFlightMs: number;
  /** What the copy was made of, where staging made one. */
  readonly stagedKey?: string | undefined;
  /** The cause the last commit's call was answered with, if its end is unknown. */
  readonly callCode?: CauseCode | undefined;
  /** The account needs its owner: the platform can't be asked until then. */
  readonly accessLost: boolean;
}

/** How a post goes on. Undefined fields stay as they are. */
export interface Progress {
  readonly state: PostState;
  readonly code: CauseCode | null;
  /** Null = nothing more to do. */
  readonly nextActionAt: Date | null;
  readonly tries: number;
  readonly handle?: Handle | null;
  readonly posted?: PostedAs;
  /** How its open commit ended, if this ends it. */
  readonly commit?: 'accepted' | 'unknown' | 'posted' | 'refused' | 'failed';
  /** The same process goes on with it. */
  readonly keepLease?: boolean;
}

/** How a post goes on after a step. Used by `transition` alone. Pure. */
export function progressAfter(post: PostRow, event: StepEnded, now: Date): Progress {
  const progress = progressOf(post, event, now);
  // The move to the next day carries the code itself, for as long as it holds.
  if (daySpent(event.outcome)) {
    return { ...progress, code: null, nextActionAt: nextDay(platformBudgets[post.platform].timeZone, now) };
  }
  if (progress.state === 'posted' && post.late) return { ...progress, code: 'POSTED_LATE' };
  // The connection's row may be gone: nothing else keeps the cause.
  if (uncommitted.includes(progress.state) && post.code === 'REMOVED_AT_PLATFORM') {
    return { ...progress, code: post.code, nextActionAt: now };
  }
  return progress;
}

/** The platform itself says that its day is full. */
export function daySpent(outcome: Outcome): FullDayCause | undefined {
  if (outcome.kind !== 'retryable') return undefined;
  return fullDayCauses.find((code) => code === outcome.code);
}

/** How long an accepted post may stay in the platform's moderation before it is called unconfirmed. */
const OBSERVE_LIMIT_MS = 48 * 3_600_000;
/** As many checks as there are in 6 hours and the day after them. */
const RECONCILE_TRIES = 84;
const AWAY_LIMIT_MS = 30 * 24 * 3_600_000;

/** Every step, every outcome. */
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
        // Before the commit nothing is lost by beginning again.
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
          // Where it alternates between observe and reconcile, their checks are counted together.
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
      // There is no copy left that could go out: it is only asked whether it did.
      const isOnlyAsked = post.content_key === null;
      if (isOnlyAsked && (step === 'reconcile' || outcome.restage)) {
        return { ...failed('DUPLICATE'), commit: 'refused' };
      }
      if (step === 'observe') {
        const at = outcome.at ?? after(backoffMs(tries));
        // The platform took it and gave it up itself: it may go out again.
        if (outcome.restage) {
          return { state: 'waiting', code: outcome.code, nextActionAt: at, handle: null, ...again, commit: 'failed' };
        }
        // It could not be checked for two days, or can't be until its owner reconnects. It is out, so it must not be called failed.
        if (outcome.code === 'RECONNECT_NEEDED' || isOverdue) return unconfirmed('OUTCOME_UNKNOWN');
        return { state: 'processing', code: outcome.code, nextActionAt: at, ...again };
      }
      // 'It never arrived' counts only once no call of ours can still be on its way.
      if (step === 'reconcile' && sinceIntentMs < inFlightMs) return unconfirmed('OUTCOME_UNKNOWN');
      if (step === 'reconcile' && callCode && causeOf(callCode).verdict === 'permanent') {
        return { ...failed(callCode), commit: 'refused' };
      }
      const at = step === 'reconcile' ? (outcome.at ?? now) : nextTryAt(outcome.at, tries, dueAt, now);
      // It goes out at once. If it is too late for that, or late, this is why.
      const code = step === 'reconcile' ? (callCode ?? null) : outcome.code;
      if (outcome.restage) {
        return { state: 'waiting', code, nextActionAt: at, handle: null, ...again, commit: 'refused' };
      }
      return { state: 'staged', code, nextActionAt: at, ...again, commit: 'refused' };
    }
    case 'unknown':
      // There is no account to ask with; the next connection restarts the checks.
      if (outcome.code === 'NO_LONGER_CONNECTED') {
        return { ...unconfirmed(outcome.code), nextActionAt: null, tries: 0 };
      }
      return unconfirmed(outcome.code === 'OTHER_ACCOUNT' ? outcome.code : 'OUTCOME_UNKNOWN', {
        away: outcome.code !== undefined && isAway(outcome.code),
      });
  }

  /** @param away the platform gave no answer: such checks end nothing for a month */
  function unconfirmed(code: CauseCode, { away = false } = {}): Progress {
    // The tries of a commit were tries, not checks.
    const checks = step === 'commit' ? 0 : tries;
    const isFirst = post.state !== 'unconfirmed' && post.state !== 'going_out';
    const wait = isFirst && !isOverdue ? 2_000 : checkWaitMs(checks, dueAt, now);
    // After the last check only a person's 'Check' asks again, or an account that is connected again.
    const isLast = checks >= RECONCILE_TRIES && !(away && sinceIntentMs < AWAY_LIMIT_MS);
    return {
      state: 'unconfirmed',
      code: code === 'OUTCOME_UNKNOWN' && event.accessLost ? 'LOOK_NEEDS_RECONNECT' : code,
      nextActionAt: isLast ? null : after(wait),
      tries: checks + 1,
      commit: 'unknown',
    };
  }
}

const failed = (code: CauseCode): Progress => ({ state: 'failed', code, nextActionAt: null, handle: null, tries: 0 });
