import pg from 'pg';
import type { Fault } from './fault.ts';

/** Of all connections that PostgreSQL takes. */
const TAKEN = 0.93;

export const serverFaults: readonly Fault[] = [
  {
    what: `${TAKEN * 100} % of PostgreSQL's connections are taken`,
    fires: ['PostgresConnectionsHigh page'],
    async begin({ adminDatabaseUrl }, atEnd) {
      const clients: pg.Client[] = [];
      atEnd(() => Promise.all(clients.map((client) => client.end())));
      const connect = async () => {
        const client = new pg.Client({ connectionString: adminDatabaseUrl });
        client.on('error', () => undefined);
        clients.push(client);
        await client.connect();
        return client;
      };
      const admin = await connect();
      const { rows } = await admin.query<{ free: number }>(
        `select (current_setting('max_connections')::int * ${TAKEN} - count(*))::int as free from pg_stat_activity`,
      );
      for (let free = rows[0]?.free ?? 0; free > 0; free--) await connect();
    },
  },
];
