import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Clock } from '@reelwright/clock';
import { errorResponses, requireUser } from '@reelwright/http-server';
import type { Kysely } from 'kysely';
import type { DriveDatabase } from '../database.ts';

const Answer = Type.Object({
  part: Type.Literal('drive'),
  exportedAt: Type.String(),
  data: Type.Object({ folder: Type.Unknown(), videos: Type.Unknown(), deliveries: Type.Unknown() }),
});

/**
 * GET /api/account-data/drive → {part, exportedAt, data}: the folder and what was put into it.
 * The caller's own rows only, and columns named one by one, so that an upload’s address, with which anyone could go on with it, never slips in.
 */
export const accountDataRoutes: FastifyPluginAsyncTypebox<{
  db: Kysely<DriveDatabase>;
  clock: Clock;
}> = async (app, { db, clock }) => {
  const schema = { response: { 200: Answer, ...errorResponses(401) } };
  app.get('/api/account-data/drive', { schema }, async (request) => {
    const { userId } = requireUser(request);
    const data = await readAccountData(db, userId);
    return { part: 'drive' as const, exportedAt: clock.now().toISOString(), data };
  });
};

async function readAccountData(db: Kysely<DriveDatabase>, userId: string) {
  const [folder, videos, deliveries] = await Promise.all([
    db
      .selectFrom('drive_folders')
      .select(['email', 'state', 'folder_url as folderUrl', 'shared_with as sharedWith'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    db
      .selectFrom('drive_videos')
      .select(['video_id as videoId', 'video_type as videoType', 'publish_at as publishAt', 'cancelled'])
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
      ])
      .where('user_id', '=', userId)
      .orderBy('generated_at')
      .execute(),
  ]);
  return { folder: folder ?? null, videos, deliveries };
}
