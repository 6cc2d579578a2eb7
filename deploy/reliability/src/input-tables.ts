import { SERVICES } from '@reelwright/local/running-stack';
import pg from 'pg';
import type { Stack } from './stack.ts';

/** Tables that count requests, and tables that background work changes. */
const UNCOUNTED = new Set(['failed_attempts', 'rate_windows']);
/** Tables whose rows change on reads or by background work. */
const UNREAD = new Set(['sessions', 'api_keys', 'social_connections', 'drive_folders', 'plan_snapshots']);

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
        if (UNCOUNTED.has(name)) continue;
        const digest = UNREAD.has(name) ? "''" : "md5(coalesce(string_agg(t::text, '|' order by t::text), ''))";
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

export function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => `${name}: ${before.get(name)} → ${after.get(name)}`);
}
