import pg from 'pg';
import type { Fault } from './fault.ts';

/** Of all connections that PostgreSQL takes. */
const TAKEN = 0.93;
/** They come through `kubectl port-forward`. */
const MANY_OF_NO_POD = /"client_addr":"(127\.0\.0\.1|::1)"[^\n]*"count":\d{2,}/;

export const serverFaults: readonly Fault[] = [
  {
    what: `${TAKEN * 100} % of PostgreSQL's connections are taken`,
    fires: ['PostgresConnectionsHigh page'],
    runbooks: [
      {
        runbook: 'PostgresConnectionsHigh',
        cause: 'Connections of processes that are gone',
        shown: MANY_OF_NO_POD,
        mend: "select pg_terminate_backend(pid) from pg_stat_activity where client_addr = '<address>' and pid <> pg_backend_pid()",
        values: { address: MANY_OF_NO_POD },
      },
    ],
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
