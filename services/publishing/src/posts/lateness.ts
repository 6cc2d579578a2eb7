import type { PostCause } from '@reelwright/product';
import { lacksConnection } from '../causes/causes.ts';
import type { PostRow } from '../database.ts';

/** Product time after which a post counts as late. */
const LATE_MS = 10 * 60_000;

/** Whether a commit at `now` is late, and why. A cause counts if it delayed the post until about now. */
export function latenessOf(
  { due_at: dueAt, delayed_by: delayedBy, delayed_until: delayedUntil }: PostRow,
  now: Date,
): { late: boolean; delayed_by: PostCause | null } {
  const late = now.getTime() - dueAt.getTime() > LATE_MS;
  if (!late || delayedBy === null || delayedUntil === null || delayedUntil <= dueAt) return { late, delayed_by: null };
  // A cause of the connection is set once; any other cause is set again by each try.
  const upToNow = lacksConnection(delayedBy) || now.getTime() - delayedUntil.getTime() <= LATE_MS;
  return { late, delayed_by: upToNow ? delayedBy : null };
}
