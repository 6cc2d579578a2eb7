import type { JobState } from '../database.ts';

/** States of a job whose video is still to be made. */
export const openStates = ['queued', 'running'] as const satisfies readonly JobState[];
/** States of a job that has ended; from these it changes to `erasing` only. */
export const finalStates = ['done', 'failed', 'cancelled'] as const satisfies readonly JobState[];

export const isOpen = ({ state }: { readonly state: JobState }): boolean =>
  (openStates as readonly JobState[]).includes(state);
