import type { Kysely, Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { defaultCaptions } from './captions.ts';
import { type Configuration, UNSAVED } from './configuration.ts';

/** A configuration with what its row says beside it; null before the first save. */
export interface ConfigurationRow {
  readonly configuration: Configuration;
  readonly id: string | null;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** What the user saved last, or the defaults with version 0. */
export async function readConfiguration(db: Kysely<SchedulingDatabase>, userId: string): Promise<Configuration> {
  return (await readConfigurationRow(db, userId)).configuration;
}

export async function readConfigurationRow(db: Kysely<SchedulingDatabase>, userId: string): Promise<ConfigurationRow> {
  const row = await db.selectFrom('video_configurations').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!row) return { configuration: UNSAVED, id: null, createdAt: null, updatedAt: null };
  return {
    configuration: {
      version: row.version,
      videoType: row.video_type,
      includeAudio: row.include_audio,
      notes: row.notes,
      brand: row.brand,
      timeZone: row.time_zone,
    },
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function writeConfiguration(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  configuration: Configuration,
  now: Date,
): Promise<void> {
  const values = {
    version: configuration.version,
    video_type: configuration.videoType,
    include_audio: configuration.includeAudio,
    notes: configuration.notes,
    brand: JSON.stringify(configuration.brand),
    default_captions: JSON.stringify(defaultCaptions(configuration.brand)),
    time_zone: configuration.timeZone,
    updated_at: now,
  };
  await trx
    .insertInto('video_configurations')
    .values({ ...values, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}
