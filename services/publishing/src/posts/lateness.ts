import { type CauseCode, wantsConnection, wordsFor } from '../causes/causes.ts';
import type { PostTargetRow } from '../database.ts';
import { titles } from '../platforms/platform.ts';

/** Product time after which a post counts as late. */
const LATE_MS = 10 * 60_000;

/** What a commit at `now` has to know of its own lateness. A cause counts if it held the post up to about now. */
export function latenessOf(
  { due_at: dueAt, held_by: heldBy, held_until: heldUntil }: PostTargetRow,
  now: Date,
): { late: boolean; held_by: CauseCode | null } {
  const late = now.getTime() - dueAt.getTime() > LATE_MS;
  if (!late || heldBy === null || heldUntil === null || heldUntil <= dueAt) return { late, held_by: null };
  // A post without a connection waits for one; any other cause is tried again and set again.
  const upToNow = wantsConnection(heldBy) || now.getTime() - heldUntil.getTime() <= LATE_MS;
  return { late, held_by: upToNow ? heldBy : null };
}

/** How late it went out, and why as far as that is known: no platform is blamed for what was ours. */
export function lateSentence({ platform, posted_at: postedAt, due_at: dueAt, held_by: heldBy }: PostTargetRow): string {
  const minutes = Math.round(((postedAt ?? dueAt).getTime() - dueAt.getTime()) / 60_000);
  const out = `It went out ${inWords(minutes)} late`;
  if (heldBy === 'VIDEO_NOT_READY') return `${out}, because the video was not finished at its time.`;
  if (heldBy === null || heldBy === 'CALENDAR_UNREACHABLE') return `${out}, because we were held up.`;
  return `${out}. The cause at its time: ${wordsFor(heldBy, titles[platform]).cause}`;
}

/** Minutes up to two hours, then hours and minutes. */
function inWords(minutes: number): string {
  if (minutes < 120) return `${minutes} minutes`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} hours${rest === 0 ? '' : ` and ${rest} ${rest === 1 ? 'minute' : 'minutes'}`}`;
}
