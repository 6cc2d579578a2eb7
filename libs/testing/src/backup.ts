import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface Backup {
  /** Restores the old state under the database's own name and ends all connections. May be repeated. */
  putBack(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Keeps a database as it is now, to put it back later, as an operator restores a backup under a running service. This
 * ends all connections; clients may connect again.
 */
export async function backUp(url: string, adminUrl: string): Promise<Backup> {
  const name = new URL(url).pathname.slice(1);
  const backupName = `${name.slice(0, 40)}_b_${randomBytes(4).toString('hex')}`;
  await withoutConnections(adminUrl, name, (run) => run(copyOf(name, backupName)));
  return {
    async putBack() {
      const oldName = `${backupName}_old`;
      await withoutConnections(adminUrl, name, async (run) => {
        const { rows } = await run<{ owner: string }>(
          `select pg_get_userbyid(datdba) as owner from pg_database where datname = '${name}'`,
        );
        await run(`alter database "${name}" rename to "${oldName}"`);
        await run(copyOf(backupName, name));
        await run(`alter database "${name}" owner to "${rows[0]?.owner}"`);
        await run(`drop database "${oldName}"`);
      });
    },
    drop: () => query(adminUrl, async (run) => void (await run(`drop database if exists "${backupName}"`))),
  };
}

const copyOf = (from: string, to: string): string => `create database "${to}" template "${from}"`;

type Run = <Row extends object>(statement: string) => Promise<{ rows: Row[] }>;

/** Runs statements while nobody is connected to the database. */
async function withoutConnections(adminUrl: string, name: string, work: (run: Run) => Promise<unknown>): Promise<void> {
  await query(adminUrl, async (run) => {
    await run(`alter database "${name}" allow_connections false`);
    try {
      // The oldest transaction last: nobody sees in time what it holds back, such as events of the outbox.
      await run(`select pg_terminate_backend(pid, 5000) from (
        select pid from pg_stat_activity where datname = '${name}' order by xact_start desc nulls first) as backends`);
      await work(run);
    } finally {
      await run(`alter database "${name}" allow_connections true`);
    }
  });
}

async function query(adminUrl: string, use: (run: Run) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await use((statement) => client.query(statement));
  } finally {
    await client.end();
  }
}
