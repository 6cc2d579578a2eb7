import pg from 'pg';

/** Where the services of a stack keep what they know. */
export interface Databases {
  databaseUrl(service: string): string;
}

export type Rows = <Row>(sql: string) => Promise<Row[]>;

/** Reads in a service's database, on a connection of its own. */
export async function within<Result>(
  place: Databases,
  service: string,
  read: (rows: Rows) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: place.databaseUrl(service) });
  // A server that is killed meanwhile ends the query below, which says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await read(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]);
  } finally {
    await client.end().catch(() => undefined);
  }
}
