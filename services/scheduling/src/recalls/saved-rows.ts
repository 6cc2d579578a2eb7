import { splitBySize } from '@reelwright/kafka';
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

/** With its other fields, an event then stays below the megabyte that a broker takes. */
const PART_BYTES = 500_000;

/**
 * The rows that a save wrote, for `ConfigurationSaved.rows`: the settings, and the added, changed or removed entries. A save
 * of many long texts has several parts, each with the settings and some of the entries.
 */
export async function rowsOfSave(trx: Transaction<SchedulingDatabase>, userId: string, now: Date): Promise<string[]> {
  const settings = await sql<{ text: string }>`
    select to_json(c)::text as text from video_configurations c where c.user_id = ${userId}`.execute(trx);
  const entries = await sql<{ text: string }>`
    select (to_jsonb(v) - 'slot_at')::text as text from scheduled_videos v
     where v.user_id = ${userId} and v.updated_at = ${now}`.execute(trx);
  const parts = splitBySize(entries.rows, ({ text }) => Buffer.byteLength(text), PART_BYTES);
  return (parts.length > 0 ? parts : [[]]).map(
    (part) => `{"settings":${settings.rows[0]?.text ?? 'null'},"entries":[${part.map(({ text }) => text).join(',')}]}`,
  );
}
