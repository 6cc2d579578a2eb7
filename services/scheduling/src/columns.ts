import { type Kysely, sql } from 'kysely';
import type { SchedulingDatabase } from './database.ts';

/**
 * The writable columns of a table, as a list and as assignments that replace a row. For rows that another version of
 * this service recorded.
 */
export async function writableColumns(db: Kysely<SchedulingDatabase>, table: keyof SchedulingDatabase) {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`.execute(
    db,
  );
  const columns = rows.map(({ name }) => sql.ref(name));
  return { list: sql.join(columns), replace: sql.join(columns.map((name) => sql`${name} = excluded.${name}`)) };
}
