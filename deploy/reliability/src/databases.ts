import pg from 'pg';

/** The databases of a stack's services. */
export interface Databases {
  databaseUrl(service: string): string;
}

export type Rows = <Row>(sql: string) => Promise<Row[]>;

/** Queries a service's database on a connection of its own. */
export async function within<Result>(
  source: Databases,
  service: string,
  read: (rows: Rows) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: source.databaseUrl(service) });
  // When the server is killed meanwhile, the query below reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await read(async <Row>(sql: string) => (await client.query(sql)).rows as Row[]);
  } finally {
    await client.end().catch(() => undefined);
  }
}
