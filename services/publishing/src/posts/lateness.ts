import { type CauseCode, wantsConnection } from '../causes/causes.ts';
import type { PostRow } from '../database.ts';

/** Product time after which a post counts as late. */
const LATE_MS = 10 * 60_000;

/** What a commit at `now` has to know of its own lateness. A cause counts if it held the post up to about now. */
export function latenessOf(
  { due_at: dueAt, held_by: heldBy, held_until: heldUntil }: PostRow,
  now: Date,
): { late: boolean; held_by: CauseCode | null } {
  const late = now.getTime() - dueAt.getTime() > LATE_MS;
  if (!late || heldBy === null || heldUntil === null || heldUntil <= dueAt) return { late, held_by: null };
  // A post without a connection waits for one; any other cause is tried again and set again.
  const upToNow = wantsConnection(heldBy) || now.getTime() - heldUntil.getTime() <= LATE_MS;
  return { late, held_by: upToNow ? heldBy : null };
}
