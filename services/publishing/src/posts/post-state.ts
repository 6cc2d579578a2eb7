/** The states of a post: one video on one platform, as people see it. */
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
export const isPostState = (state: string): state is PostState => postStates.some((one) => one === state);

/** Nothing has been committed: everything can still be undone. */
export const uncommitted: readonly PostState[] = ['waiting', 'staging', 'staged'];
/** Handed over, with an end that only the platform knows. */
export const awaitingPlatform: readonly PostState[] = ['processing', 'unconfirmed'];
/** It went out, or may have. */
export const handedOver: readonly PostState[] = ['going_out', 'processing', 'unconfirmed', 'posted'];
/** Ended without a post; a person or a change of the calendar may reopen it. */
export const reopenable: readonly PostState[] = ['failed', 'missed', 'no_connection', 'cancelled'];
