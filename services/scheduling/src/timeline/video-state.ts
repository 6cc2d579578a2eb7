import type { CauseData } from '@reelwright/causes';
import {
  type EntryState,
  endedStates,
  type HoldCause,
  handedOverStates,
  type PostState,
  postStateFacts,
  type StageState,
  uncommittedStates,
  type VideoState,
} from '@reelwright/product';
import { isLocked, MISSED_AFTER_MS } from '../calendar/slot-rules.ts';
import { causeOfPause, endsBefore, type PlanState } from '../plans/entry-causes.ts';
import { type PostingPause, wasDueInPause } from '../plans/posting-pause.ts';
import { causeFor, type Why } from './causes.ts';

/** The reported render of a video's newest variation, or of the earlier one that was kept. */
export interface Render {
  readonly variation: number;
  readonly state: StageState;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** Set while it waits for its next try. */
  readonly nextTryAt: Date | null;
  readonly percent: number;
  readonly code: string;
  readonly causeData: CauseData;
}

export interface Post {
  readonly platform: string;
  readonly state: PostState;
  readonly code: string;
  readonly causeData: CauseData;
  /** What the account's owner must do before it goes out: '', 'reconnect' or 'setting'. */
  readonly needs: string;
  readonly permalink: string;
  readonly at: Date | null;
  readonly nextCheckAt: Date | null;
  /** When it goes out; null after that. */
  readonly goesOutAt: Date | null;
}

/** The displayed render: the newest one, or the earlier one if the newest failed. */
export function shownRender(newest: Render | undefined, earlier: Render | undefined): Render | undefined {
  if (newest?.state !== 'failed' || earlier?.state !== 'done') return newest;
  return { ...earlier, ...causeFor('EARLIER_VIDEO_KEPT'), causeData: { failure: newest.code } };
}

/** The state of a whole video. One post is enough for `posted`; failures on other platforms are shown with the posts. */
export function videoState(stored: EntryState, render: Render | undefined, posts: readonly Post[]): VideoState {
  if (stored === 'paused' || stored === 'missed') return stored;
  if (stored !== 'requested') return 'planned';
  if (posts.some(({ state }) => handedOverStates.includes(state))) return 'going_out';
  if (posts.some(({ state }) => state === 'posted')) {
    return posts.every(({ state }) => state === 'posted' || endedStates.includes(state)) ? 'posted' : 'going_out';
  }
  if (render?.state === 'failed') return 'failed';
  if (isMissed(posts)) return 'missed';
  // A missing account is not a failure of the video, which is in the user's Drive.
  const tried = posts.filter(({ state }) => state !== 'no_connection');
  if (tried.length > 0 && tried.every(({ state }) => endedStates.includes(state))) return 'failed';
  if (render?.state === 'done') return 'ready';
  return render?.state === 'running' ? 'rendering' : 'requested';
}

/** Whether its time passed without any post, so that its quota is released. */
export function isMissed(posts: readonly { readonly state: PostState }[]): boolean {
  return posts.some(({ state }) => state === 'missed') && posts.every(({ state }) => endedStates.includes(state));
}

/** Whether a post was committed; it keeps its video from then on. */
export function isAtCommit({ state }: { readonly state: PostState }): boolean {
  return state === 'posted' || handedOverStates.includes(state);
}

/** Whether nothing of a skipped video was committed before it was skipped. */
export const isSkipped = (hold: HoldCause | null, posts: readonly { readonly state: PostState }[]): boolean =>
  hold === 'ENTRY_SKIPPED' && !posts.some(isAtCommit);

/** Whether a finished video has posts that a hold keeps from going out, and none that it comes too late for. */
export const isHeld = (posts: readonly { readonly state: PostState }[]): boolean =>
  posts.some(({ state }) => uncommittedStates.includes(state)) && !posts.some(isAtCommit);

/** Product time after which a request or a post without a report is late. */
export const LATE_AFTER_MS = 2 * 60_000;

/** The most important cause of a video; null without a problem. */
export function whyOf(
  {
    stored,
    publishAt,
    requestedAt,
    hold,
  }: {
    stored: EntryState;
    publishAt: Date | null;
    requestedAt: Date | null;
    hold: HoldCause | null;
  },
  render: Render | undefined,
  posts: readonly Post[],
  now: Date,
  account: PlanState & { readonly posting: PostingPause },
): Why | null {
  if (isSkipped(hold, posts)) return causeFor('ENTRY_SKIPPED');
  if (stored === 'paused') return causeFor(causeOfPause(account, publishAt));
  if (stored === 'missed') {
    const inPause = wasDueInPause(account.posting, publishAt, MISSED_AFTER_MS);
    return causeFor(inPause ? 'MISSED_WHILE_PAUSED' : 'ENTRY_MISSED');
  }
  if (stored === 'planned' && hold === 'POSTING_PAUSED') return causeFor(hold);
  if (stored === 'requested' && render?.state === 'failed') return reported(render);
  const isAhead = stored === 'requested' && publishAt !== null && publishAt > now;
  if (isAhead && endsBefore(account, publishAt)) return causeFor('PLAN_ENDS_BEFORE');
  const unmade = stored === 'requested' && (render?.state ?? 'waiting') !== 'done';
  if (unmade && render?.code) return reported(render);
  if (hold && !unmade && isHeld(posts)) return causeFor(hold);
  const post =
    posts.find(({ state }) => postStateFacts[state].action !== null) ??
    posts.find(({ state, code }) => state !== 'posted' && state !== 'cancelled' && code !== '');
  if (post) return reported(post);
  const leaves = publishAt !== null && isLocked(publishAt, now);
  const leaving = leaves && (publishAt > now || posts.some(({ state }) => handedOverStates.includes(state)));
  if (leaving) return causeFor('ENTRY_LOCKED');
  const isOverdue = (since: Date | null) => since !== null && now.getTime() - since.getTime() > LATE_AFTER_MS;
  const open = posts.filter(({ state }) => uncommittedStates.includes(state));
  if (unmade && render?.state !== 'running' && isOverdue(requestedAt)) return causeFor('RENDER_NOT_BEGUN');
  const dueAt = open.map(({ goesOutAt }) => goesOutAt ?? publishAt);
  const isDue = (at: Date | null) => at !== null && at <= now;
  // It was requested at its time or later, or its render takes longer than expected.
  if (unmade && (dueAt.length > 0 ? dueAt.some(isDue) : isDue(publishAt))) return causeFor('BEING_MADE');
  return stored === 'requested' && dueAt.some(isOverdue) ? causeFor('NEWS_LATE') : null;
}

const reported = ({ code, causeData }: Why): Why => ({ code, causeData });
