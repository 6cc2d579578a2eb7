import pg from 'pg';
import { setting } from './fixtures.ts';

/** The services' own databases, for what a screen sums up. */
export type Service = 'analytics' | 'auth' | 'billing' | 'generation' | 'publishing' | 'scheduling';
type Row = Record<string, string | null>;

/** One statement in one service's database. Numbers come as text, as PostgreSQL sends its bigints. */
export async function ask(service: Service, statement: string, values: readonly unknown[] = []): Promise<Row[]> {
  const urls = JSON.parse(setting('DATABASES')) as Record<Service, string>;
  const client = new pg.Client({ connectionString: urls[service] });
  await client.connect();
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** The first row, all of whose columns are numbers. */
export async function count(service: Service, statement: string, values: readonly unknown[] = []) {
  const [row = {}] = await ask(service, statement, values);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}
