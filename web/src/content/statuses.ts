import type { PostAction } from '@reelwright/product';
import type { Answer } from '../lib/contract.ts';
import type { PipState } from '../ui/pips.tsx';

type Video = Answer<'GET', '/api/videos'>['videos'][number];
export type VideoStatus = Video['status'];
export type PostStatus = Video['posts'][number]['status'];

export type ShownPost = Pick<Video['posts'][number], 'platform' | 'status'>;

/** The mark of a status. Each mark has its own shape and colour. */
export type Mark = 'ok' | 'live' | 'later' | 'stopped' | 'unsure' | 'bad';

interface VideoWords {
  /** Null if the screens show no word for this state. */
  readonly word: string | null;
  readonly mark: Mark | null;
  /** The word shown instead while one of its posts needs the user and its publishing time is ahead. */
  readonly wordBeforeTime?: string;
  /** Whether it is ahead, paused, in progress, or finished. */
  readonly phase: 'upcoming' | 'paused' | 'now' | 'over';
}

/** The words and marks for each state of a video. */
export const videoWords: Readonly<Record<VideoStatus['state'], VideoWords>> = {
  planned: { word: null, mark: null, phase: 'upcoming' },
  paused: { word: 'Paused', mark: 'stopped', phase: 'paused' },
  skipped: { word: 'Skipped', mark: 'stopped', phase: 'upcoming' },
  on_hold: { word: 'Paused by you', mark: 'stopped', phase: 'upcoming' },
  awaiting_approval: {
    word: 'Waits for your approval',
    mark: 'stopped',
    wordBeforeTime: 'Waits for your approval',
    phase: 'upcoming',
  },
  not_covered: { word: 'Will not be posted', mark: 'stopped', phase: 'upcoming' },
  making: { word: 'Being made', mark: 'live', wordBeforeTime: 'Being made', phase: 'upcoming' },
  render_failed: { word: 'Failed', mark: 'bad', phase: 'over' },
  ready: { word: 'Ready', mark: null, wordBeforeTime: 'Ready', phase: 'upcoming' },
  delivering: { word: 'Not in your Drive yet', mark: 'live', phase: 'now' },
  delivered: { word: 'In your Drive', mark: 'ok', phase: 'over' },
  held_back: { word: 'Held back', mark: 'stopped', wordBeforeTime: 'Ready', phase: 'upcoming' },
  moved: { word: 'Goes out', mark: 'later', wordBeforeTime: 'Ready', phase: 'upcoming' },
  going_out: { word: 'Going out now', mark: 'live', wordBeforeTime: 'Ready', phase: 'now' },
  late: { word: 'Late, on its way', mark: 'later', wordBeforeTime: 'Ready', phase: 'now' },
  unconfirmed: { word: 'Unconfirmed', mark: 'unsure', phase: 'now' },
  posted: { word: 'Posted', mark: 'ok', phase: 'over' },
  partly_posted: { word: 'Posted', mark: 'bad', phase: 'now' },
  not_posted: { word: 'Not posted', mark: 'bad', phase: 'over' },
  missed: { word: 'Missed', mark: 'bad', phase: 'over' },
};

interface PostWords {
  readonly word: string;
  /** The word in a sentence about several posts, if it is another one: '2 failed', 'failed on TikTok'. */
  readonly wordInSentence?: string;
  readonly pip: PipState;
  /** True while its outcome is not known. */
  readonly isOpen: boolean;
}

/** The words and marks for each state of a post. */
export const postWords: Readonly<Record<PostStatus['state'], PostWords>> = {
  scheduled: { word: 'Waiting', pip: 'empty', isOpen: true },
  held_back: { word: 'Held back', pip: 'empty', isOpen: true },
  moved: { word: 'Goes out', pip: 'empty', isOpen: true },
  late: { word: 'Late', pip: 'empty', isOpen: true },
  going_out: { word: 'Going out now', pip: 'live', isOpen: true },
  processing: { word: 'is processing it', pip: 'live', isOpen: true },
  unconfirmed: { word: 'Unconfirmed', pip: 'unsure', isOpen: true },
  posted: { word: 'Posted', pip: 'ok', isOpen: false },
  failed: { word: 'Not posted', wordInSentence: 'failed', pip: 'bad', isOpen: false },
  missed: { word: 'Missed', pip: 'bad', isOpen: false },
  cancelled: { word: 'Cancelled', pip: 'empty', isOpen: false },
  not_connected: { word: 'Connect', pip: 'empty', isOpen: false },
};

interface ButtonWords {
  readonly label: string;
  /** The label for a post that failed, if it is another one. */
  readonly labelAfterFailure?: string;
  /** Whether the label is followed by 'on TikTok' for screen readers. */
  readonly namesPlatform: boolean;
  /** Whether it is highlighted if it is the post's first action. */
  readonly isMain: boolean;
}

/** The button of each action on a post. */
export const postButtons: Readonly<Record<PostAction, ButtonWords>> = {
  retry: { label: 'Post now', labelAfterFailure: 'Post again', namesPlatform: true, isMain: true },
  check: { label: 'Check now', namesPlatform: false, isMain: false },
};

/** The posts that need the user, by status, each with its word in a sentence, in the order of the posts. */
export function troubles<P extends { readonly status: PostStatus }>(
  posts: readonly P[],
): { word: string; posts: P[] }[] {
  const needing = posts.filter(({ status }) => status.needsOwner);
  const states = [...new Set(needing.map(({ status }) => status.state))];
  return states.map((state) => ({
    word: wordInSentence(state),
    posts: needing.filter(({ status }) => status.state === state),
  }));
}

export function wordInSentence(state: PostStatus['state']): string {
  const { word, wordInSentence: other } = postWords[state];
  return other ?? word.toLowerCase();
}

export const isPaused = (status: Pick<VideoStatus, 'state'> | null): boolean =>
  status !== null && videoWords[status.state].phase === 'paused';

/** Whether an entry takes no video of its month: its plan has no room for it, or it was skipped before it was made. */
export const takesNoVideo = (status: Pick<VideoStatus, 'state' | 'group'> | null): boolean =>
  isPaused(status) || (status?.state === 'skipped' && status.group === null);

/** Whether it goes out at its time if nothing changes; a new entry has no status yet. */
export const goesOut = (status: Pick<VideoStatus, 'state'> | null): boolean =>
  !isPaused(status) && !(status && NOT_AT_ITS_TIME.has(status.state));

const NOT_AT_ITS_TIME: ReadonlySet<VideoStatus['state']> = new Set([
  'skipped',
  'on_hold',
  'awaiting_approval',
  'not_covered',
  'render_failed',
  'held_back',
  'moved',
  'not_posted',
]);

/** "Posted on 2 of 4"; with none posted, "Posting" while a post may still go out, else "Not posted". */
export function postedTitle({ posted, counted }: VideoStatus, posts: readonly { status: PostStatus }[]): string {
  if (posted > 0) return `Posted on ${posted} of ${counted}`;
  return posts.some(({ status }) => postWords[status.state].isOpen) ? 'Posting' : 'Not posted';
}
