import type { Kysely } from 'kysely';
import type { GenerationDatabase } from '../database.ts';

export interface Media {
  readonly videoId: string;
  readonly variation: number;
  readonly mediaKey: string;
  readonly posterKey: string;
  readonly sha256: string;
}

/** The newest finished rendition of each video; videos without one are left out. */
export async function findMedia(db: Kysely<GenerationDatabase>, videoIds: readonly string[]): Promise<Media[]> {
  if (videoIds.length === 0) return [];
  const rows = await db
    .selectFrom('generation_jobs')
    .select(['video_id', 'variation', 'media_key', 'poster_key', 'sha256'])
    .distinctOn('video_id')
    .where('video_id', 'in', [...videoIds])
    .where('state', '=', 'done')
    .orderBy('video_id')
    .orderBy('variation', 'desc')
    .execute();
  return rows.map((row) => ({
    videoId: row.video_id,
    variation: row.variation,
    mediaKey: row.media_key ?? '',
    posterKey: row.poster_key ?? '',
    sha256: row.sha256 ?? '',
  }));
}
