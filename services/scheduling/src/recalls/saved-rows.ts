import { sql, type Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';

/** `ConfigurationSaved.rows`. */
export interface SavedRows {
  readonly settings: object;
  readonly entries: readonly object[];
}

/** The row of an entry, for `VideoReviewed.rows`. */
export async function rowOfEntry(trx: Transaction<SchedulingDatabase>, videoId: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select (to_jsonb(v) - 'slot_at')::text as text from scheduled_videos v where v.id = ${videoId}`.execute(trx);
  return rows[0]?.text ?? '';
}

/**
 * The rows that a save wrote, for `ConfigurationSaved.rows`: the settings, and the added, changed or removed entries.
 */
export async function rowsOfSave(trx: Transaction<SchedulingDatabase>, userId: string, now: Date): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select json_build_object(
      'settings', (select to_json(c) from video_configurations c where c.user_id = ${userId}),
      'entries', (select coalesce(json_agg(to_jsonb(v) - 'slot_at'), '[]') from scheduled_videos v
                   where v.user_id = ${userId} and v.updated_at = ${now}))::text as text`.execute(trx);
  return rows[0]?.text ?? '';
}
