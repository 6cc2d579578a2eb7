/** Where one video on one platform stands, as people see it. */
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
/** Handed over, with an end that the platform alone can tell. */
export const awaitingWord: readonly PostState[] = ['processing', 'unconfirmed'];
/** Ended without a post; a person or a change of the calendar may open it again. */
export const reopenable: readonly PostState[] = ['failed', 'missed', 'no_connection', 'cancelled'];

/** Later than this, a post that has not gone out is missed. */
export const MISSED_AFTER_MS = 6 * 3_600_000;
