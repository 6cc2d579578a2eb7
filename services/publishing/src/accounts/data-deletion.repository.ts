import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';

type Trx = Transaction<PublishingDatabase>;
type DataDeletion = Selectable<PublishingDatabase['data_deletions']>;

/** Serializes requests with the same content until the transaction ends. @returns the code of an earlier one, if any */
export async function lockRequest(trx: Trx, requestHash: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${requestHash}, 1))`.execute(trx);
  const earlier = await trx
    .selectFrom('data_deletions')
    .select('code')
    .where('request_hash', '=', requestHash)
    .executeTakeFirst();
  return earlier?.code;
}

export async function addDataDeletion(trx: Trx, request: DataDeletion): Promise<void> {
  await trx.insertInto('data_deletions').values(request).execute();
}

export function findDataDeletion(db: Kysely<PublishingDatabase>, code: string): Promise<DataDeletion | undefined> {
  return db.selectFrom('data_deletions').selectAll().where('code', '=', code).executeTakeFirst();
}

/** Deletes requests older than twelve months; until then people can read the state of theirs. */
export async function pruneDataDeletions(db: Kysely<PublishingDatabase>, now: Date): Promise<void> {
  const cutoff = sql<Date>`${now}::timestamptz - interval '12 months'`;
  await db.deleteFrom('data_deletions').where('requested_at', '<', cutoff).execute();
}
