import { type Kysely, sql } from 'kysely';
import { migrationFiles, numberOf, recordTable } from './migration-files.ts';

/**
 * Whether a migration of a package, or of a lib it depends on, has not run yet. The records of the migrate command are
 * the schema's version: the newest migration of each package.
 */
export async function isSchemaBehind(db: Kysely<unknown>, folder: string): Promise<boolean> {
  const needed = new Map<string, string>();
  for (const name of Object.keys(await migrationFiles(folder))) needed.set(recordTable(name), numberOf(name));
  const tables = [...needed.keys()];
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where oid in (select to_regclass(name) from unnest(${tables}::text[]) name)
  `.execute(db);
  if (rows.length < tables.length) return true;
  const newest = tables.map((table) => sql`select ${table}::text as table, max(name) as name from ${sql.table(table)}`);
  const { rows: versions } = await sql<{
    table: string;
    name: string | null;
  }>`${sql.join(newest, sql` union all `)}`.execute(db);
  return versions.some(({ table, name }) => numberOf(name ?? '') < (needed.get(table) ?? ''));
}
