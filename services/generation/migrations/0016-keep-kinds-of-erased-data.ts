import { type Kysely, sql } from 'kysely';

const KINDS = {
  'video files': 'video_file',
  'video requests': 'video_request',
};

/** What was erased is kept as a kind and its count, without words. A text that is not listed becomes 'other_record'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update deleted_users set erased = (
    select jsonb_agg(
        jsonb_build_object(
          'kind', coalesce(${JSON.stringify(KINDS)}::jsonb ->> (item ->> 'what'), 'other_record'),
          'count', item -> 'count'
        ) order by number)
      from jsonb_array_elements(erased) with ordinality as items (item, number)
    ) where erased <> '[]'`.execute(db);
}
