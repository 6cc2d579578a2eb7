import { captionSentence, recordOf, styles } from '@reelwright/product';
import { type Kysely, type OperationNodeSource, sql, type Transaction } from 'kysely';
import { recordedColumns } from '../columns.ts';
import type { SchedulingDatabase } from '../database.ts';
import { versionOfSaved } from '../plans/account.repository.ts';
import { type Configuration, UNSAVED } from './configuration.ts';
import { columnsOf, configurationOf } from './configuration-settings.ts';

/** A configuration with the rest of its row; null before the first save. */
export interface ConfigurationRow {
  readonly configuration: Configuration;
  readonly id: string | null;
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
}

/** The saved configuration, or the defaults with version 0. */
export async function readConfiguration(db: Kysely<SchedulingDatabase>, userId: string): Promise<Configuration> {
  return (await readConfigurationRow(db, userId)).configuration;
}

export async function readConfigurationRow(db: Kysely<SchedulingDatabase>, userId: string): Promise<ConfigurationRow> {
  const row = await db.selectFrom('video_configurations').selectAll().where('user_id', '=', userId).executeTakeFirst();
  if (!row) return { configuration: UNSAVED, id: null, createdAt: null, updatedAt: null };
  return {
    configuration: { version: row.version, ...configurationOf(row) },
    id: row.id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Writes a user's configuration. Lock the account first. */
export async function writeConfiguration(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  configuration: Configuration,
  now: Date,
): Promise<void> {
  const values = {
    version: configuration.version,
    ...columnsOf(configuration),
    default_captions: JSON.stringify(recordOf(styles, (style) => captionSentence(style, configuration.brand))),
    updated_at: now,
  };
  await write(
    trx,
    trx
      .insertInto('video_configurations')
      .values({ ...values, user_id: userId, created_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .returning(['user_id', 'version']),
  );
}

/** Writes the recorded configuration of a save, if a restored database lacks it or has an older version. */
export async function restoreConfiguration(trx: Transaction<SchedulingDatabase>, recorded: object): Promise<void> {
  const { list, replace } = await recordedColumns(trx, 'video_configurations', recorded);
  await write(
    trx,
    sql`
      insert into video_configurations (${list})
      select ${list} from json_populate_record(null::video_configurations, ${JSON.stringify(recorded)})
          on conflict (user_id) do update set ${replace} where video_configurations.version < excluded.version
      returning user_id, version`,
  );
}

/** @returns their number */
export async function deleteConfiguration(trx: Transaction<SchedulingDatabase>, userId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('video_configurations')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Writes a configuration and the account's copy of its version, in one statement. */
async function write(trx: Transaction<SchedulingDatabase>, configuration: OperationNodeSource): Promise<void> {
  await sql`with saved as (${configuration}) ${versionOfSaved}`.execute(trx);
}
