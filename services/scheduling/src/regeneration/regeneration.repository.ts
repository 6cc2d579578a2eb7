import type { VideosRegenerated } from '@reelwright/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import type { Configuration } from '../settings/configuration.ts';

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

export async function insertRegeneration(
  trx: Transaction<SchedulingDatabase>,
  regeneration: {
    readonly id: string;
    readonly userId: string;
    /** Null if auth did not answer. */
    readonly email: string | null;
    readonly slots: readonly object[];
    readonly videoCount: number;
  },
  configuration: Configuration,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('video_regenerations')
    .values({
      id: regeneration.id,
      user_id: regeneration.userId,
      user_email: regeneration.email,
      include_audio: configuration.includeAudio,
      video_type: configuration.videoType,
      scheduled_dates: JSON.stringify(regeneration.slots),
      notes: configuration.notes,
      video_count: regeneration.videoCount,
      regenerated_at: now,
    })
    .execute();
}

/** Writes a regeneration that a restored database lacks, with the data of its event and the configuration. */
export async function restoreRegeneration(
  trx: Transaction<SchedulingDatabase>,
  { userId, regenerationId, videoCount, regeneratedAt }: VideosRegenerated,
  now: Date,
): Promise<void> {
  await sql`
    insert into video_regenerations
           (id, user_id, include_audio, video_type, scheduled_dates, notes, video_count, regenerated_at)
    select ${regenerationId}, user_id, include_audio, video_type, '[]', notes, ${videoCount}, ${regeneratedAt ?? now}
      from video_configurations where user_id = ${userId}
        on conflict do nothing`.execute(trx);
}

/** @returns their number */
export async function deleteRegenerations(trx: Transaction<SchedulingDatabase>, userId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('video_regenerations')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Completes earlier regenerations that were recorded without auth's answer. An account's address never changes. */
export async function fillInEmail(trx: Transaction<SchedulingDatabase>, userId: string, email: string): Promise<void> {
  await trx
    .updateTable('video_regenerations')
    .set({ user_email: email })
    .where('user_id', '=', userId)
    .where('user_email', 'is', null)
    .execute();
}
