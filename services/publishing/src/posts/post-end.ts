import { endedStates, ownersEnds, type PostCause, type PostState } from '@reelwright/product';
import type { Insertable } from 'kysely';
import type { PostRow, PublishingDatabase } from '../database.ts';

/** A post that went out at most this long after its planned time was on time, s. */
export const ON_TIME_SECONDS = 300;

/** Upper bounds of the lateness of posts, s, as in a Prometheus histogram. */
export const LATENESS_BOUNDS = [5, 15, 30, 60, 120, ON_TIME_SECONDS, 600, 1_800, 3_600, 21_600, 86_400] as const;
/** In place of a bound: later than the last one. */
export const LATER = 2_147_483_647;
/** In place of a bound: the post did not go out. */
export const NOT_OUT = 0;

/** The ends that the share of posts on time is taken of: the post went out, or should have. */
export const promisedOutcomes = ['posted', 'failed', 'missed'] as const satisfies readonly PostState[];

export type PostEnd = Insertable<PublishingDatabase['ended_posts']>;

/**
 * The end of a post whose state has changed, as it is counted; undefined if the post did not end, or its owner removed
 * it or let it wait. A post that is tried again after its end ends again.
 * @param plannedAt the time of its entry; without one, the time at which it was requested
 */
export function endOf(before: PostState, after: PostRow, plannedAt: Date): PostEnd | undefined {
  const { platform, state, code, posted_at: postedAt } = after;
  const ended = state === 'posted' || (state !== 'cancelled' && endedStates.includes(state));
  if (before === state || !ended || isOwnersDelay(after)) return undefined;
  const seconds = state === 'posted' && postedAt ? secondsBetween(plannedAt, postedAt) : 0;
  return {
    month: plannedAt.toISOString().slice(0, 7),
    platform,
    outcome: state,
    cause: state === 'posted' ? '' : (code ?? ''),
    lateness_le: state === 'posted' ? (LATENESS_BOUNDS.find((bound) => seconds <= bound) ?? LATER) : NOT_OUT,
    lateness_seconds: seconds,
  };
}

/** The cause of a delay by the owner. */
export const OWNERS_DELAY = 'AWAITS_APPROVAL' satisfies PostCause;

function isOwnersDelay({ state, code, delayed_by: delayedBy }: PostRow): boolean {
  return state === 'posted' ? delayedBy === OWNERS_DELAY : ownersEnds.some((cause) => cause === code);
}

const secondsBetween = (plannedAt: Date, postedAt: Date) =>
  Math.max(0, (postedAt.getTime() - plannedAt.getTime()) / 1_000);
