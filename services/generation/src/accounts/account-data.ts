import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';

/**
 * `data` of GET /api/account-data/videos: the user's videos and their requests. Selects the user’s own rows only, and
 * each column by name, so that no file name or operation is exported.
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
