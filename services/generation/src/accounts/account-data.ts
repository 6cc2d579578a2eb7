import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';

/**
 * `data` of GET /api/account-data/videos: the videos that were made or wished for, with what was wished.
 * The user’s own rows only, and columns named one by one, so that a file’s name or a model’s operation is never included.
 */
export async function readAccountData(db: Kysely<GenerationDatabase>, userId: string) {
  const videos = await db
    .selectFrom('generation_jobs')
    .select([
      'video_id as videoId',
      'variation',
      'state',
      'request',
      'model',
      'prompt_version as promptVersion',
      'requested_at as requestedAt',
      'publish_at as publishAt',
      'started_at as startedAt',
      'finished_at as finishedAt',
      'bytes',
      'code',
    ])
    .where('user_id', '=', userId)
    .orderBy('requested_at')
    .execute();
  return { videos };
}
