import { type Kysely, sql } from 'kysely';
import type { DriveDatabase } from '../database.ts';

/**
 * `data` of GET /api/account-data/drive. Selects the user’s own rows only, and each column by name. The session of an
 * upload is not exported, because anyone with it can continue the upload, and neither is the token of a grant.
 */
export async function readAccountData(db: Kysely<DriveDatabase>, userId: string) {
  const [folder, ownDrive, videos, deliveries] = await Promise.all([
    db
      .selectFrom('drive_folders')
      .select(['email', 'state', 'folder_url as folderUrl', 'shared_with as sharedWith'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('drive_grants')
      .select([
        'account_email as email',
        'account_name as name',
        'state',
        'folder_url as folderUrl',
        'connected_at as connectedAt',
      ])
      .where('user_id', '=', userId)
      .where('state', '<>', 'ending')
      .executeTakeFirst(),
    db
      .selectFrom('drive_videos')
      .select(['video_id as videoId', 'video_type as videoType', 'title', 'publish_at as publishAt', 'cancelled'])
      .where('user_id', '=', userId)
      .orderBy('video_id')
      .execute(),
    db
      .selectFrom('drive_uploads')
      .select([
        'video_id as videoId',
        'variation',
        'state',
        'web_view_link as link',
        'generated_at as generatedAt',
        'delivered_at as deliveredAt',
        'code',
        sql<boolean>`grant_id is not null`.as('toOwnDrive'),
      ])
      .where('user_id', '=', userId)
      .orderBy('generated_at')
      .execute(),
  ]);
  return { folder: folder ?? null, ownDrive: ownDrive ?? null, videos, deliveries };
}
