import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initialisePostgres, type PostgresServer, postgresPart } from '@reelwright/local/postgres-server';

/** The program of the image `postgres`: makes its data folder at the first start and runs the server. For development. */
const { POSTGRES_PASSWORD, POSTGRES_PASSWORD_FILE, POSTGRES_MAX_CONNECTIONS: max_connections } = process.env;
const password = POSTGRES_PASSWORD_FILE ? readFileSync(POSTGRES_PASSWORD_FILE, 'utf8').trim() : POSTGRES_PASSWORD;
if (!password) {
  process.stderr.write('Set POSTGRES_PASSWORD_FILE or POSTGRES_PASSWORD: the password of the user postgres.\n');
  process.exit(1);
}
const OTHER_MACHINES = 'host all all all scram-sha-256';

const server: PostgresServer = {
  binaries: { bin: '/usr/local/postgres/bin' },
  dataFolder: '/data/postgres-18',
  port: 5_432,
  password,
  settings: { listen_addresses: '*', ...(max_connections && { max_connections }) },
};
await initialisePostgres(server);
const access = join(server.dataFolder, 'pg_hba.conf');
if (!readFileSync(access, 'utf8').includes(OTHER_MACHINES)) appendFileSync(access, `${OTHER_MACHINES}\n`);

const { command, args, env, cwd, stopSignal } = postgresPart(server);
const child = spawn(command, args, { env, cwd, stdio: 'inherit' });
child.once('error', (error) => {
  process.stderr.write(`PostgreSQL could not be started: ${error.message}\n`);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(stopSignal));
