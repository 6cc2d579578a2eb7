import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initialisePostgres, type PostgresServer, postgresPart } from '@reelwright/local/postgres-server';
import { requiredSetting, runPart } from './run-part.ts';

/** The program of the image `postgres`: makes its data folder at the first start and runs the server. For development. */
const OTHER_MACHINES = 'host all all all scram-sha-256';
const { POSTGRES_MAX_CONNECTIONS } = process.env;
const server: PostgresServer = {
  binaries: { bin: '/usr/local/postgres/bin' },
  dataFolder: '/data/postgres-18',
  port: 5_432,
  password: requiredSetting('POSTGRES_PASSWORD'),
  settings: {
    listen_addresses: '*',
    ...(POSTGRES_MAX_CONNECTIONS && { max_connections: POSTGRES_MAX_CONNECTIONS }),
  },
};
await initialisePostgres(server);
const access = join(server.dataFolder, 'pg_hba.conf');
if (!readFileSync(access, 'utf8').includes(OTHER_MACHINES)) appendFileSync(access, `${OTHER_MACHINES}\n`);
runPart(postgresPart(server));
