import {
  aheadStates,
  type EntryState,
  fullDayCauses,
  type HoldCause,
  handedOverStates,
  postActions,
  postStateFacts,
  postStateStatuses,
  type StageState,
} from '@reelwright/product';
import { isLocked, MISSED_AFTER_MS } from '../calendar/slot-rules.ts';
import { AHEAD_MS } from '../dispatch/dispatch-batch.ts';
import { canPostNow, canSkip } from '../entries/entry.ts';
import { causeOfPause, endsBefore, type PlanState } from '../plans/entry-causes.ts';
import type { PostingPause } from '../plans/posting-pause.ts';
import { isAtCommit, isHeld, isSkipped, LATE_AFTER_MS, type Post, type Render } from './video-state.ts';

/** The status of each state, and those of a post that does not simply go out at its time. */
export const POST_STATUSES = [...postStateStatuses, 'held_back', 'moved', 'late'] as const;

export const VIDEO_STATUSES = [
  'planned',
  'paused',
  'skipped',
  'on_hold',
  'awaiting_approval',
  'not_covered',
  'making',
  'render_failed',
  'ready',
  'delivering',
  'delivered',
  'held_back',
  'moved',
  'going_out',
  'late',
  'unconfirmed',
  'posted',
  'partly_posted',
  'not_posted',
  'missed',
] as const;

/** The groups of the list of videos; a planned or paused entry is in none. */
export const GROUPS = ['making', 'needs_owner', 'going_out', 'delivering', 'posted', 'delivered'] as const;

export const NEXT_STEPS = ['request', 'try', 'post', 'check'] as const;

export const ACTIONS = [
  'connect',
  'reconnect',
  'change_setting',
  ...postActions,
  'resume',
  'post_now',
  'change_plan',
  'renew',
  'pay',
  'approve',
  'unskip',
  'edit',
  'skip',
] as const;

type Action = (typeof ACTIONS)[number];

interface Next {
  readonly step: (typeof NEXT_STEPS)[number];
  readonly at: Date;
}

/** The status of a post, as its owner sees it. */
export interface PostStatus {
  readonly state: (typeof POST_STATUSES)[number];
  /** Null if it is not known. */
  readonly since: Date | null;
  readonly late: boolean;
  /** The owner must act: nothing more happens automatically to it, or to one of a video's posts. */
  readonly needsOwner: boolean;
  /** Null if nothing happens automatically, or it is not known when. */
  readonly next: Next | null;
  /** What the owner can do, the most important action first. */
  readonly actions: readonly Action[];
}

export interface VideoStatus extends Omit<PostStatus, 'state'> {
  readonly state: (typeof VIDEO_STATUSES)[number];
  readonly group: (typeof GROUPS)[number] | null;
  /** How many posts count, and how many of them are posted. */
  readonly counted: number;
  readonly posted: number;
}

/** The input of `videoStatus`. */
export interface KnownVideo {
  readonly stored: EntryState;
  readonly publishAt: Date | null;
  readonly requestedAt: Date | null;
  readonly render: Render | undefined;
  /** The delivery of its current variation. */
  readonly delivery: { readonly state: StageState; readonly at: Date | null } | undefined;
  readonly posts: readonly Post[];
  readonly account: PlanState & { readonly posting: PostingPause };
  readonly hold: HoldCause | null;
}

const FULL_DAY = new Set<string>(fullDayCauses);

const isAhead = ({ state }: Post) => aheadStates.includes(state);
const isGoingOut = (post: Post) => isAhead(post) && handedOverStates.includes(post.state);
/** It goes out only after its owner reconnects the account or changes a setting. */
const isHeldBack = (post: Post) => (isAhead(post) || post.state === 'no_connection') && post.needs !== '';
/** A platform's daily limit moved it to a later day. */
const isMoved = (post: Post, now: Date) =>
  isAhead(post) && FULL_DAY.has(post.code) && post.goesOutAt !== null && post.goesOutAt > now;
const needsOwner = (post: Post) => postStateFacts[post.state].needsOwner || isHeldBack(post);
/** Cancelled posts, and platforms without an account, do not count. */
const isCounted = (post: Post) => postStateFacts[post.state].phase !== 'ended' || needsOwner(post);

const isLate = (due: Date | null, now: Date) => due !== null && now.getTime() - due.getTime() > LATE_AFTER_MS;

/** What a post's status depends on besides the post. */
interface Around {
  readonly publishAt: Date | null;
  /** Its owner has paused all posts, so that none can be sent again. */
  readonly isPaused: boolean;
  readonly now: Date;
}

export function postStatus(post: Post, { publishAt, isPaused, now }: Around): PostStatus {
  const due = post.goesOutAt ?? publishAt;
  const state = postState(post, due, now);
  return {
    state,
    since: state === 'late' ? due : post.at,
    late: isAhead(post) && isLate(due, now),
    needsOwner: needsOwner(post),
    next: nextOfPost(post, due, now),
    actions: actionsOf(post, due, now).map((action) => (action === 'retry' && isPaused ? 'resume' : action)),
  };
}

function postState(post: Post, due: Date | null, now: Date): PostStatus['state'] {
  if (isHeldBack(post)) return 'held_back';
  const { status } = postStateFacts[post.state];
  if (status !== 'scheduled') return status;
  if (isMoved(post, now)) return 'moved';
  return isLate(due, now) ? 'late' : 'scheduled';
}

function nextOfPost(post: Post, due: Date | null, now: Date): Next | null {
  const { nextCheckAt } = post;
  const { status, isUndecided } = postStateFacts[post.state];
  if (status === 'scheduled' || isHeldBack(post)) {
    if (due !== null && due > now) return { step: 'post', at: due };
    return nextCheckAt && { step: 'try', at: nextCheckAt };
  }
  return isUndecided ? nextCheckAt && { step: 'check', at: nextCheckAt } : null;
}

function actionsOf(post: Post, due: Date | null, now: Date): Action[] {
  const heldBack = isHeldBack(post);
  const { needs } = post;
  const notConnected =
    post.state === 'unconfirmed' ? post.code === 'NO_LONGER_CONNECTED' : post.state === 'no_connection';
  const goesOutByItself =
    post.state !== 'missed' &&
    (needs === 'reconnect' || (needs === 'setting' && heldBack)) &&
    due !== null &&
    now.getTime() < due.getTime() + MISSED_AFTER_MS;
  const actions: Action[] = [];
  if (needs === 'reconnect') actions.push('reconnect');
  if (needs === 'setting') actions.push('change_setting');
  if (notConnected && needs === '') actions.push('connect');
  const hasAccount = post.state !== 'no_connection' || heldBack;
  const { action } = postStateFacts[post.state];
  const isPossible = action === 'retry' ? hasAccount && !goesOutByItself : !notConnected && needs !== 'reconnect';
  if (action !== null && isPossible) actions.push(action);
  return actions;
}

/** The status of a video with all of its posts. */
export function videoStatus(video: KnownVideo, now: Date): VideoStatus {
  const { publishAt } = video;
  const counted = video.posts.filter(isCounted);
  const posted = counted.filter(({ state }) => state === 'posted').length;
  const state = stateOf(video, counted, now);
  const isPaused = video.account.posting.paused;
  const statuses = counted.map((post) => postStatus(post, { publishAt, isPaused, now }));
  const ownerNeeded =
    NEEDS_OWNER.has(state) ||
    (video.stored === 'requested' && (video.delivery?.state === 'failed' || video.posts.some(needsOwner)));
  return {
    state,
    group: groupOf(video, state, ownerNeeded),
    since: sinceOf(state, video, statuses),
    late:
      state !== 'skipped' &&
      state !== 'on_hold' &&
      ((isUnmade(video) && isLate(publishAt, now)) || statuses.some(({ late }) => late)),
    next: nextOf(state, video, statuses, now),
    needsOwner: ownerNeeded,
    actions: actionsOfVideo(state, video, statuses, now),
    counted: counted.length,
    posted,
  };
}

const NEEDS_OWNER: ReadonlySet<VideoStatus['state']> = new Set([
  'paused',
  'not_covered',
  'render_failed',
  'missed',
  'awaiting_approval',
]);

const HOLD_STATES: Readonly<Record<HoldCause, VideoStatus['state']>> = {
  ENTRY_SKIPPED: 'skipped',
  POSTING_PAUSED: 'on_hold',
  AWAITS_APPROVAL: 'awaiting_approval',
};

function stateOf(video: KnownVideo, counted: readonly Post[], now: Date): VideoStatus['state'] {
  const { stored, publishAt, render, account, hold } = video;
  if (isSkipped(hold, video.posts)) return 'skipped';
  if (stored === 'paused' || stored === 'missed') return stored;
  if (stored !== 'requested') return hold === 'POSTING_PAUSED' ? 'on_hold' : 'planned';
  if (render?.state === 'failed') return 'render_failed';
  if (publishAt !== null && publishAt > now && endsBefore(account, publishAt)) return 'not_covered';
  if (render?.state !== 'done') return 'making';
  if (hold && isHeld(video.posts)) return HOLD_STATES[hold];
  const hasCome = publishAt === null || isLocked(publishAt, now);
  if (counted.length > 0) return stateOfPosts(counted, publishAt, hasCome, now);
  if (!hasCome) return 'ready';
  return video.delivery?.state === 'done' ? 'delivered' : 'delivering';
}

/** The combined state of all posts of a finished video. */
function stateOfPosts(
  posts: readonly Post[],
  publishAt: Date | null,
  hasCome: boolean,
  now: Date,
): VideoStatus['state'] {
  const all = (state: string) => posts.every((post) => post.state === state);
  if (posts.some(isGoingOut)) return 'going_out';
  if (all('posted')) return 'posted';
  if (posts.some(({ state }) => state === 'posted')) return 'partly_posted';
  if (all('unconfirmed')) return 'unconfirmed';
  if (all('missed')) return 'missed';
  const ahead = posts.filter(isAhead);
  const open = ahead.filter((post) => !needsOwner(post));
  if (open.length === 0) return ahead.length > 0 || posts.some(isHeldBack) ? 'held_back' : 'not_posted';
  if (open.every((post) => isMoved(post, now))) return 'moved';
  if (!hasCome) return 'ready';
  return open.some(({ goesOutAt }) => isLate(goesOutAt ?? publishAt, now)) ? 'late' : 'going_out';
}

const isUnmade = ({ stored, render }: KnownVideo): boolean =>
  stored === 'requested' && render?.state !== 'done' && render?.state !== 'failed';

/** A planned or paused entry is on the calendar only. */
function groupOf(video: KnownVideo, state: VideoStatus['state'], ownerNeeded: boolean): VideoStatus['group'] {
  if (video.stored === 'planned' || video.stored === 'paused') return null;
  if (ownerNeeded) return 'needs_owner';
  if (state === 'making' || (state === 'skipped' && isUnmade(video))) return 'making';
  if (state !== 'skipped' && video.posts.some(isAhead)) return 'going_out';
  if (video.delivery?.state !== 'done') return 'delivering';
  return video.posts.some((post) => post.state === 'posted') ? 'posted' : 'delivered';
}

function sinceOf(state: VideoStatus['state'], video: KnownVideo, posts: readonly PostStatus[]): Date | null {
  const { publishAt, render, delivery } = video;
  switch (state) {
    case 'planned':
    case 'paused':
    case 'skipped':
    case 'on_hold':
      return null;
    case 'making':
      return render?.startedAt ?? video.requestedAt;
    case 'render_failed':
    case 'ready':
    case 'awaiting_approval':
    case 'delivering':
    case 'not_covered':
      return render?.finishedAt ?? video.requestedAt;
    case 'delivered':
      return delivery?.at ?? null;
    case 'late':
      return posts.find((post) => post.state === 'late')?.since ?? publishAt;
    case 'missed':
      return posts.length > 0 ? latest(posts) : publishAt;
    default:
      return latest(posts);
  }
}

const latest = (posts: readonly PostStatus[]): Date | null =>
  posts.reduce<Date | null>((last, { since }) => (since && (!last || since > last) ? since : last), null);

function nextOf(
  state: VideoStatus['state'],
  { publishAt, render }: KnownVideo,
  posts: readonly PostStatus[],
  now: Date,
): Next | null {
  if (state === 'planned') return publishAt && { step: 'request', at: new Date(publishAt.getTime() - AHEAD_MS) };
  if (WITHOUT_NEXT.has(state)) return null;
  if (state === 'making' && render?.nextTryAt) return { step: 'try', at: render.nextTryAt };
  const steps = posts.flatMap(({ next }) => (next ? [next] : []));
  const [first] = steps.sort((one, other) => one.at.getTime() - other.at.getTime());
  if (first) return first;
  const isToCome = posts.length === 0 && (state === 'making' || state === 'ready');
  return isToCome && publishAt !== null && publishAt > now ? { step: 'post', at: publishAt } : null;
}

/** Nothing happens by itself. */
const WITHOUT_NEXT: ReadonlySet<VideoStatus['state']> = new Set([
  'paused',
  'skipped',
  'on_hold',
  'awaiting_approval',
  'not_covered',
  'render_failed',
]);

const PAUSE_ACTIONS: Readonly<Record<ReturnType<typeof causeOfPause>, Action>> = {
  ENTRY_NO_PLAN: 'change_plan',
  ENTRY_PAUSED: 'change_plan',
  ENTRY_AFTER_PLAN: 'renew',
  ENTRY_UNPAID: 'pay',
};

/** The actions of the video and of its posts. */
function actionsOfVideo(
  state: VideoStatus['state'],
  { stored, publishAt, account, hold, posts: known }: KnownVideo,
  posts: readonly PostStatus[],
  now: Date,
): Action[] {
  const actions: Action[] = [];
  const skipped = hold === 'ENTRY_SKIPPED';
  if (state === 'awaiting_approval') actions.push('approve');
  if (state === 'paused') actions.push(PAUSE_ACTIONS[causeOfPause(account, publishAt)]);
  if (state === 'not_covered') actions.push('renew');
  if (canPostNow({ state: stored }) && !account.posting.paused) actions.push('post_now');
  actions.push(...posts.flatMap((post) => post.actions));
  if (publishAt !== null && !isLocked(publishAt, now)) {
    if (skipped) actions.push('unskip');
    actions.push('edit');
    if (canSkip({ state: stored, skipped }) && !known.some(isAtCommit)) actions.push('skip');
  }
  return [...new Set(actions)];
}
