import { memberOf } from './closed-set.ts';

/** Where a video's post to one platform stands. */
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

/** Handed over, with an end that the platform alone knows. */
export const undecidedStates: readonly PostState[] = ['processing', 'unconfirmed'];

/** Handed over and not known to be out. */
export const handedOverStates: readonly PostState[] = ['going_out', ...undecidedStates];

/** Ended without a post, and worth another try. */
export const retryableStates: readonly PostState[] = ['failed', 'missed', 'no_connection'];

/** Whether its owner may have a post sent again that ended without one. */
export const canRetry = (state: PostState): boolean => retryableStates.includes(state);

/** Whether its owner may have the platform asked now: one that is processed is asked anyway. */
export const canCheck = (state: PostState): boolean => state === 'unconfirmed';

export const endedWithoutPostStates: readonly PostState[] = [...retryableStates, 'cancelled'];

/** What only the account's owner can do before anything goes out there. */
export const postNeeds = ['reconnect', 'setting'] as const;
export type PostNeed = (typeof postNeeds)[number];
