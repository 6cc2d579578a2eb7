import { AppError } from '@reelwright/errors';
import type { Kysely } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';
import { listSeenPosts, type Place, type SeenPost } from './views.repository.ts';

/** A page of a user's posts, the newest first. `next` is the cursor of the page after it; null: there is none. */
export async function readPage(
  db: Kysely<AnalyticsDatabase>,
  userId: string,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<{ posts: SeenPost[]; next: string | null }> {
  const after = cursor === undefined ? undefined : placeOf(cursor);
  const found = await listSeenPosts(db, userId, { after, limit: limit + 1 });
  const posts = found.slice(0, limit);
  const last = found.length > limit ? posts.at(-1) : undefined;
  return { posts, next: last ? cursorOf(last) : null };
}

const cursorOf = ({ postedAt, videoId, platform }: Place): string =>
  Buffer.from(JSON.stringify([postedAt.toISOString(), videoId, platform])).toString('base64url');

/** @throws AppError INVALID_ARGUMENT for a cursor that is not one of ours */
function placeOf(cursor: string): Place {
  try {
    const [at, videoId, platform] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    const postedAt = new Date(typeof at === 'string' ? at : Number.NaN);
    const isPlace = typeof videoId === 'string' && typeof platform === 'string' && !Number.isNaN(postedAt.getTime());
    // The database keeps no NUL in a text.
    if (isPlace && !`${videoId}${platform}`.includes('\0')) return { postedAt, videoId, platform };
  } catch {
    // Below.
  }
  throw new AppError('INVALID_ARGUMENT', 'CURSOR_INVALID', 'This page of the list does not exist.');
}
