import { memberOf } from './closed-set.ts';

/** The states of a video's post to one platform. */
export const postStates = [
  'waiting',
  'staging',
  'staged',
  'going_out',
  'processing',
  'posted',
  'failed',
  'unconfirmed',
  'missed',
  'cancelled',
  'no_connection',
] as const;
export type PostState = (typeof postStates)[number];

export const isPostState = memberOf(postStates);

/** Nothing has been committed: everything can still be undone. */
export const uncommittedStates: readonly PostState[] = ['waiting', 'staging', 'staged'];

/** Handed over; only the platform knows the outcome. */
export const undecidedStates: readonly PostState[] = ['processing', 'unconfirmed'];

/** Handed over and not known to be out. */
export const handedOverStates: readonly PostState[] = ['going_out', ...undecidedStates];

/** Ended without a post; a retry may succeed. */
export const retryableStates: readonly PostState[] = ['failed', 'missed', 'no_connection'];

/** Whether the post's owner may have it sent again. */
export const canRetry = (state: PostState): boolean => retryableStates.includes(state);

/** Whether the post's owner may have the platform asked now. A post in `processing` is asked about anyway. */
export const canCheck = (state: PostState): boolean => state === 'unconfirmed';

export const endedWithoutPostStates: readonly PostState[] = [...retryableStates, 'cancelled'];

/** The actions of the account's owner that posts on a platform wait for. */
export const postNeeds = ['reconnect', 'setting'] as const;
export type PostNeed = (typeof postNeeds)[number];
