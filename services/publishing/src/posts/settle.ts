import { type CauseCode, causeOf, isAway } from '../causes/causes.ts';
import type { Handle, Outcome, PostedAs, Step } from '../platforms/connector.ts';
import { MISSED_AFTER_MS, type PostState } from './post-target.ts';

/** How long an accepted post may stay in the platform's moderation before we call it unconfirmed. */
const OBSERVE_LIMIT_MS = 48 * 3_600_000;

/** What a step's outcome makes of a target. Undefined fields stay as they are. */
export interface Change {
  readonly state: PostState;
  readonly code: CauseCode | null;
  /** Product time; null = nothing more to do. */
  readonly nextActionAt: Date | null;
  readonly handle?: Handle | null;
  readonly tries: number;
  readonly posted?: PostedAs;
  /** How the open commit attempt ended, if this ends it. */
  readonly attempt?: 'accepted' | 'unknown' | 'posted' | 'refused' | 'failed';
}

/** Begun anew: nothing of an earlier try counts. */
export const reopened = (now: Date): Change => ({
  state: 'waiting',
  code: null,
  nextActionAt: now,
  handle: null,
  tries: 0,
});

/** What `settle` needs to know besides the outcome. */
export interface Standing {
  readonly state: PostState;
  readonly hasHandle: boolean;
  readonly tries: number;
  readonly dueAt: Date;
  /** Real ms since the commit's call, or its intent if none was made; a call may be under way for a while after it was given up. */
  readonly sinceIntentMs: number;
  readonly settleMs: number;
  /** There is no copy left that could go out: it is only asked whether it did. */
  readonly askedOnly?: boolean;
  /** What became of the call whose end is asked about, as far as it had a cause. */
  readonly callCode?: CauseCode;
  /** Its account lets nobody in any more: asking waits for its owner. */
  readonly accessLost?: boolean;
}

/** The state machine: every step, every outcome. */
export function settle(step: Step, outcome: Outcome, standing: Standing, now: Date): Change {
  const after = (ms: number) => new Date(now.getTime() + ms);
  const again = { tries: standing.tries + 1 };
  const isOverdue = standing.sinceIntentMs > OBSERVE_LIMIT_MS;
  const resting = standing.hasHandle ? 'staging' : 'waiting';

  if (step === 'preflight' || step === 'stage') {
    switch (outcome.kind) {
      case 'done':
        if (step === 'preflight') return { state: resting, code: null, nextActionAt: now, tries: 0 };
        return {
          state: 'staged',
          code: null,
          nextActionAt: standing.dueAt > now ? standing.dueAt : now,
          tries: 0,
          ...(outcome.handle && { handle: outcome.handle }),
        };
      case 'pending':
        return { state: 'staging', code: null, nextActionAt: outcome.at, handle: outcome.handle, tries: 0 };
      case 'permanent':
        return failed(outcome.code);
      case 'retryable': {
        const at = nextTryAt(outcome.at, standing, now);
        if (outcome.restage) return { state: 'waiting', code: outcome.code, nextActionAt: at, handle: null, ...again };
        return { state: resting, code: outcome.code, nextActionAt: at, ...again };
      }
      case 'unknown':
        // Before the commit nothing is lost by beginning anew.
        return {
          state: 'waiting',
          code: 'SESSION_LOST',
          nextActionAt: nextTryAt(undefined, standing, now),
          handle: null,
          ...again,
        };
    }
  }

  switch (outcome.kind) {
    case 'done':
      if (step === 'commit' || (step === 'reconcile' && !outcome.posted)) {
        return {
          state: 'processing',
          code: null,
          nextActionAt: after(2_000),
          // Where it goes back and forth between the two kinds of looks they count as one row of them.
          tries: isOverdue ? standing.tries : 0,
          attempt: 'accepted',
          ...(outcome.handle && { handle: outcome.handle }),
        };
      }
      return {
        state: 'posted',
        code: outcome.posted && !outcome.posted.permalink ? 'NO_LINK' : null,
        nextActionAt: null,
        tries: 0,
        attempt: 'posted',
        ...(outcome.handle && { handle: outcome.handle }),
        ...(outcome.posted && { posted: outcome.posted }),
      };
    case 'pending':
      if (step === 'observe' && isOverdue) return unconfirmed('OUTCOME_UNKNOWN');
      return {
        state: 'processing',
        code: null,
        nextActionAt: outcome.at,
        handle: outcome.handle,
        tries: 0,
        attempt: 'accepted',
      };
    case 'permanent':
      return { ...failed(outcome.code), attempt: step === 'commit' ? 'refused' : 'failed' };
    case 'retryable': {
      // Begun anew it could be out twice.
      if (standing.askedOnly && (step === 'reconcile' || outcome.restage)) {
        return { ...failed('DUPLICATE'), attempt: 'refused' };
      }
      if (step === 'observe') {
        // The platform took it and gave it up itself: it may go out anew.
        if (outcome.restage) {
          const at = outcome.at ?? after(backoffMs(standing.tries));
          return { state: 'waiting', code: outcome.code, nextActionAt: at, handle: null, ...again, attempt: 'failed' };
        }
        // Nobody could look for two days, or can until its owner connects again. It is out, so it must not be called failed.
        if (outcome.code === 'RECONNECT_NEEDED' || isOverdue) return unconfirmed('OUTCOME_UNKNOWN');
        return {
          state: 'processing',
          code: outcome.code,
          nextActionAt: outcome.at ?? after(backoffMs(standing.tries)),
          ...again,
        };
      }
      // 'It never arrived' counts only once no call of ours can still be on its way.
      if (step === 'reconcile' && standing.sinceIntentMs < standing.settleMs) return unconfirmed('OUTCOME_UNKNOWN');
      const { callCode } = standing;
      if (step === 'reconcile' && callCode && causeOf(callCode).verdict === 'permanent')
        return { ...failed(callCode), attempt: 'refused' };
      const at = step === 'reconcile' ? (outcome.at ?? now) : nextTryAt(outcome.at, standing, now);
      // It goes out at once. If it is too late for that, or late, this is why.
      const code = step === 'reconcile' ? (callCode ?? null) : outcome.code;
      if (outcome.restage)
        return { state: 'waiting', code, nextActionAt: at, handle: null, ...again, attempt: 'refused' };
      return { state: 'staged', code, nextActionAt: at, ...again, attempt: 'refused' };
    }
    case 'unknown':
      // Nobody can be asked; whoever connects again has it looked at.
      if (outcome.code === 'NO_LONGER_CONNECTED') {
        return { ...unconfirmed(outcome.code), nextActionAt: null, tries: 0 };
      }
      return unconfirmed(outcome.code === 'OTHER_ACCOUNT' ? outcome.code : 'OUTCOME_UNKNOWN', {
        away: outcome.code !== undefined && isAway(outcome.code),
      });
  }

  /** @param away it gave no answer: such looks end nothing for a month */
  function unconfirmed(code: CauseCode, { away = false } = {}): Change {
    // The tries of a commit were tries, not looks.
    const looks = step === 'commit' ? 0 : standing.tries;
    const isFirst = standing.state !== 'unconfirmed' && standing.state !== 'going_out';
    const wait = isFirst && !isOverdue ? 2_000 : untilNextLook(looks, standing.dueAt, now);
    // After the last look only a person's 'Check' asks again, or an account that is connected anew.
    const last = looks >= RECONCILE_TRIES && !(away && standing.sinceIntentMs < AWAY_LIMIT_MS);
    const said = code === 'OUTCOME_UNKNOWN' && standing.accessLost ? 'LOOK_NEEDS_RECONNECT' : code;
    return {
      state: 'unconfirmed',
      code: said,
      nextActionAt: last ? null : after(wait),
      tries: looks + 1,
      attempt: 'unknown',
    };
  }
}

const failed = (code: CauseCode): Change => ({ state: 'failed', code, nextActionAt: null, handle: null, tries: 0 });

const BACKOFF_MS = [2_000, 5_000, 15_000, 60_000, 300_000, 900_000];

/** Grows from 2 s to 15 min. */
export function backoffMs(tries: number): number {
  return BACKOFF_MS[Math.min(tries, BACKOFF_MS.length - 1)] ?? 900_000;
}

/** The shortest wait that counts as none once the hour has come. */
const PROMPT_MS = 15_000;

/**
 * Before its hour a post never waits past it, and after it never longer than it is late already: what failed while it was
 * prepared, however often (each edit makes the copy anew), must not make it late. No wait passes the last chance.
 * @param wished when the platform, or the cause, wants it to be
 */
function nextTryAt(wished: Date | undefined, { tries, dueAt }: Standing, now: Date): Date {
  const late = now.getTime() - dueAt.getTime();
  const most = late < 0 ? Math.max(-late, BACKOFF_MS[0] ?? 0) : Math.max(late, PROMPT_MS);
  const wait = wished ? wished.getTime() - now.getTime() : Math.min(backoffMs(tries), most);
  return new Date(now.getTime() + beforeTheEnd(wait, dueAt, now));
}

/** One try is made a minute before the post would count as missed, however long the wait. */
function beforeTheEnd(waitMs: number, dueAt: Date, now: Date): number {
  const untilLastChance = dueAt.getTime() + MISSED_AFTER_MS - LAST_CHANCE_MS - now.getTime();
  return untilLastChance > 0 ? Math.min(waitMs, untilLastChance) : waitMs;
}

const LAST_CHANCE_MS = 60_000;
/** As many looks as there are in 6 hours and the day after them. */
const RECONCILE_TRIES = 84;
const AWAY_LIMIT_MS = 30 * 24 * 3_600_000;

/** Every few seconds at first, every ten minutes as long as the post may still go out, then every half hour. */
function untilNextLook(looks: number, dueAt: Date, now: Date): number {
  if (looks < 12) return looks < 6 ? 5_000 : 60_000;
  const mayGoOut = now.getTime() - dueAt.getTime() < MISSED_AFTER_MS;
  return mayGoOut ? beforeTheEnd(600_000, dueAt, now) : 1_800_000;
}
