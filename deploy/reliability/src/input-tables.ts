import { SERVICES } from '@reelwright/local/running-stack';
import pg from 'pg';
import type { Stack } from './stack.ts';

/** Tables that are not compared, because every request changes them. */
const IGNORED_TABLES = new Set(['failed_attempts', 'rate_windows']);
/** Tables of which only the number of rows is compared, because reads and background work change rows. */
const COUNTED_TABLES = new Set(['sessions', 'api_keys', 'social_connections', 'drive_folders', 'plan_snapshots']);

/** The number of rows and a hash of the rows of every table of every service. */
export async function readTables(stack: Stack): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const service of SERVICES) {
    const client = new pg.Client({ connectionString: stack.databaseUrl(service) });
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `select relname as name from pg_class
          where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
      );
      for (const { name } of tables) {
        if (IGNORED_TABLES.has(name)) continue;
        const digest = COUNTED_TABLES.has(name) ? "''" : "md5(coalesce(string_agg(t::text, '|' order by t::text), ''))";
        const { rows } = await client.query<{ state: string }>(
          `select count(*) || ' rows ' || ${digest} as state from ${client.escapeIdentifier(name)} t`,
        );
        found.set(`${service}.${name}`, rows[0]?.state ?? '');
      }
    } finally {
      await client.end();
    }
  }
  return found;
}

export function changedTables(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name)} → ${after.get(name)}`);
}
