import pg from 'pg';
import { setting } from './fixtures.ts';

/** The services' databases, to check the numbers on a screen. */
export type Service = 'analytics' | 'auth' | 'billing' | 'generation' | 'publishing' | 'scheduling';
type Row = Record<string, string | null>;

/** Runs one statement in one service's database. PostgreSQL returns a bigint as text. */
export async function query(service: Service, statement: string, values: readonly unknown[] = []): Promise<Row[]> {
  const urls = JSON.parse(setting('DATABASES')) as Record<Service, string>;
  const client = new pg.Client({ connectionString: urls[service] });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The first row, whose columns are all numbers. */
export async function count(service: Service, statement: string, values: readonly unknown[] = []) {
  const [row = {}] = await query(service, statement, values);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}
