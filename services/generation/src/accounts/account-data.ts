import type { Kysely } from 'kysely';
import { findBranding, listLogos } from '../branding/branding.repository.ts';
import type { GenerationDatabase } from '../database.ts';

/**
 * `data` of GET /api/account-data/videos: the user's videos and their requests, their branding, and the logos of both.
 * Selects the user’s own rows only, and each column by name, so that no file name or operation is exported.
 */
export async function readAccountData(db: Kysely<GenerationDatabase>, userId: string) {
  const videos = await db
    .selectFrom('generation_jobs')
    .select([
      'video_id as videoId',
      'variation',
      'state',
      'request',
      'branding',
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
  const { savedAt, ...branding } = await findBranding(db, userId);
  const logos = await listLogos(db, userId);
  return {
    videos,
    branding: savedAt && { ...branding, savedAt },
    logos: logos.map(({ image, ...logo }) => ({ ...logo, image: image.toString('base64') })),
  };
}
