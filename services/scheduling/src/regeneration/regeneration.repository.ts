import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

export async function lastRegeneratedAt(db: Kysely<SchedulingDatabase>, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('video_regenerations')
    .select('regenerated_at')
    .where('user_id', '=', userId)
    .orderBy('regenerated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.regenerated_at;
}
