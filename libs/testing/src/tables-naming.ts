import { type Kysely, sql } from 'kysely';

/**
 * The tables with a row that contains one of the words, sorted; for tests of erasures. The outbox is left out: its days
 * are dropped once they are published and three days old.
 */
export async function tablesNaming<Tables>(db: Kysely<Tables>, words: readonly string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and not c.relispartition order by 1`.execute(db);
  const patterns = words.map((word) => `%${word.replaceAll(/[%_\\]/g, '\\$&')}%`);
  const names: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${sql.table(name)} t
      where row_to_json(t)::text like any (${patterns}) limit 1`.execute(db);
    if (rows.length > 0) names.push(name);
  }
  return names;
}
