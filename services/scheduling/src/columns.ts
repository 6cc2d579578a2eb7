import { type Kysely, sql } from 'kysely';
import type { SchedulingDatabase } from './database.ts';

/**
 * The columns of a row that another version of this service recorded, as a list and as assignments that replace a row.
 * Without those that the table no longer has, or that are computed; a column added since keeps its default.
 */
export async function recordedColumns(db: Kysely<SchedulingDatabase>, table: keyof SchedulingDatabase, row: object) {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
       and attname = any(${Object.keys(row)})`.execute(db);
  const columns = rows.map(({ name }) => sql.ref(name));
  return { list: sql.join(columns), replace: sql.join(columns.map((name) => sql`${name} = excluded.${name}`)) };
}
