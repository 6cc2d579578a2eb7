import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { contentHash } from './content-hash.ts';
import { databaseUrls, ensureDatabases } from './databases.ts';
import { type Folders, foldersFrom } from './folders.ts';
import { portBaseFrom, portsFrom, SERVICES, type ServiceName } from './ports.ts';
import { adminUrl } from './postgres-server.ts';
import { ExpectedError, runTarget, say } from './say.ts';
import { readSecrets } from './secrets.ts';
import { lastLines, runCommand } from './toolchain/command.ts';

const MAX_START_MS = 30_000;
const CONCURRENCY = 2;

/** For the stack of `make up`. A database in production has its own command: services/<service>/src/migrate.ts. */
await runTarget(async () => {
  const { env } = process;
  if (env.DATABASE_URL && !env.ADMIN_DATABASE_URL && env.RESET_PASSWORDS !== '1') {
    throw new ExpectedError(
      'make migrate is for the stack of make up: on the server of DATABASE_URL, it creates the databases of all services and sets ' +
        'the passwords of their roles. Set RESET_PASSWORDS=1 to do that. To migrate the database that DATABASE_URL names, run ' +
        'node services/<service>/src/migrate.ts.',
    );
  }
  const folders = foldersFrom(env);
  const admin = env.ADMIN_DATABASE_URL || env.DATABASE_URL || localUrl(folders, env);
  await waitForQueries(admin);
  const created = await ensureDatabases(admin);
  const migrated = await migrateServices(folders, admin, new Set(created));
  say(`${created.length} new databases, ${migrated} of ${SERVICES.length} services migrated`);
  return 0;
});

function localUrl(folders: Folders, env: NodeJS.ProcessEnv): string {
  const secrets = readSecrets(folders.run);
  if (!secrets) throw new ExpectedError(`There is no local stack yet: run 'make up' first, or set DATABASE_URL.`);
  return adminUrl({ port: portsFrom(portBaseFrom(env)).postgres.server, password: secrets.postgresPassword });
}

/** A server that recovers from a crash accepts connections before it runs queries. */
async function waitForQueries(url: string): Promise<void> {
  const end = performance.now() + MAX_START_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (performance.now() > end) throw new ExpectedError(`PostgreSQL runs no queries: ${(error as Error).message}.`);
      await delay(200);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** Runs each service's migrations and those of its libs, unless the same files were applied to the same database before. */
async function migrateServices(folders: Folders, admin: string, created: Set<string>): Promise<number> {
  const recordFile = join(folders.data, 'migrations.json');
  const { host } = new URL(admin);
  const applied = existsSync(recordFile)
    ? (JSON.parse(readFileSync(recordFile, 'utf8')) as Record<string, string>)
    : {};
  const urls = databaseUrls(admin);
  const outdated: { service: ServiceName; hash: string }[] = [];
  const libMigrations = readdirSync(join(folders.root, 'libs'))
    .map((lib) => `libs/${lib}/migrations`)
    .filter((path) => existsSync(join(folders.root, path)));
  for (const service of SERVICES) {
    if (!existsSync(join(folders.root, `services/${service}/src/migrate.ts`))) continue;
    const paths = [
      `services/${service}/migrations`,
      `services/${service}/src/migrate.ts`,
      `services/${service}/package.json`,
      'libs/service/src/migrate.ts',
      'libs/postgres/src',
      ...libMigrations,
    ];
    const hash = `${host} ${contentHash(folders.root, paths)}`;
    const isNew = created.has(new URL(urls.service(service)).pathname.slice(1));
    if (isNew || applied[service] !== hash) outdated.push({ service, hash });
  }
  const count = outdated.length;
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let next = outdated.shift(); next; next = outdated.shift()) {
      await migrateOne(folders, next.service, urls.service(next.service));
      applied[next.service] = next.hash;
    }
  });
  const outcomes = await Promise.allSettled(workers);
  mkdirSync(folders.data, { recursive: true });
  writeFileSync(recordFile, JSON.stringify(applied, null, 2));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return count;
}

async function migrateOne(folders: Folders, service: ServiceName, url: string): Promise<void> {
  const main = join(folders.root, `services/${service}/src/migrate.ts`);
  const { code, output } = await runCommand(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    cwd: join(folders.root, 'services', service),
    env: { ...process.env, DATABASE_URL: url, LOG_LEVEL: process.env.LOG_LEVEL || 'info' },
  });
  process.stdout.write(output);
  if (code !== 0) throw new ExpectedError(`The migrations of ${service} failed:\n${lastLines(output, 12)}`);
}
