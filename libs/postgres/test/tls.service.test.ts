import { silentLogger } from '@reelwright/logger';
import { createTestDatabase, eventually, urlWithTls } from '@reelwright/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase, createListener, runMigrations, setRoleLimits } from '../src/index.ts';

let url: string;
let secureUrl: string;
let drop: () => Promise<void>;
let admin: pg.Client;
beforeAll(async () => {
  ({ url, drop } = await createTestDatabase({ name: 'tls' }));
  secureUrl = urlWithTls(url);
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await drop();
});

const databaseAt = (to: string) => createDatabase({ url: to, logger: silentLogger, applicationName: 'tls' });

/** The TLS version of each connection of that name. */
async function versionsOf(applicationName: string): Promise<string[]> {
  const { rows } = await admin.query<{ version: string }>(
    `select coalesce(version, 'none') as version from pg_stat_ssl join pg_stat_activity using (pid)
     where application_name = $1 and datname = current_database()`,
    [applicationName],
  );
  return rows.map(({ version }) => version);
}

describe('with sslmode=verify-full', () => {
  it('a pool speaks TLS', async () => {
    const database = databaseAt(secureUrl);
    await database.start();
    expect(await versionsOf('tls')).toEqual(['TLSv1.3']);
    await database.stop();
  });

  it('a listener speaks TLS and receives notifications', async () => {
    const received: string[] = [];
    const listener = createListener({
      url: secureUrl,
      channel: 'events',
      name: 'tls listener',
      logger: silentLogger,
      onMessage: (payload) => received.push(payload),
    });
    await listener.start();
    expect(await versionsOf('tls listener')).toEqual(['TLSv1.3']);
    await admin.query(`notify events, 'one'`);
    await eventually(() => expect(received).toEqual(['one']));
    await listener.stop();
  });

  it('migrations and the limits of the role are sent by TLS', async () => {
    const migrations = {
      '0001-see': {
        up: (db: { getExecutor: unknown }) =>
          sql`create table seen as
        select version from pg_stat_ssl where pid = pg_backend_pid()`.execute(db as never),
      },
    };
    await runMigrations({ url: secureUrl, migrations: migrations as never, logger: silentLogger });
    const { rows } = await admin.query('select version from seen');
    expect(rows).toEqual([{ version: 'TLSv1.3' }]);
    await setRoleLimits(secureUrl);
  });
});

describe('a server is refused in one sentence', () => {
  const refused = (message: unknown) => ({ kind: 'UNAVAILABLE', code: 'DATABASE_REFUSES', message });

  it('whose certificate is of another CA', async () => {
    const publicCas = new URL(secureUrl);
    publicCas.searchParams.delete('sslrootcert');
    const database = databaseAt(publicCas.href);
    await expect(database.start()).rejects.toMatchObject(
      refused(expect.stringMatching(/^PostgreSQL's certificate is not trusted \(.+\): check sslrootcert and the host/)),
    );
    await database.stop();
  });

  it('whose certificate is for another host', async () => {
    const database = databaseAt(secureUrl.replace('127.0.0.1', 'localhost'));
    await expect(database.start()).rejects.toMatchObject(refused(expect.stringContaining('is not trusted')));
    await database.stop();
  });

  it('when the file of its CA cannot be read', async () => {
    const database = databaseAt(`${url}?sslmode=verify-full&sslrootcert=/missing/ca.pem`);
    await expect(database.start()).rejects.toMatchObject(
      refused('The file /missing/ca.pem of sslrootcert in DATABASE_URL cannot be read (ENOENT)'),
    );
    await database.stop();
  });

  it.each([
    ['password', (to: URL) => Object.assign(to, { password: 'another' }), 'PostgreSQL refuses the password'],
    ['database', (to: URL) => Object.assign(to, { pathname: '/another' }), 'PostgreSQL has no such database'],
  ])('when its %s is wrong, by pools and by the migrate command', async (_what, change, message) => {
    const wrong = change(new URL(secureUrl)).href;
    const database = databaseAt(wrong);
    await expect(database.start()).rejects.toMatchObject(refused(expect.stringContaining(message)));
    await database.stop();
    await expect(setRoleLimits(wrong)).rejects.toMatchObject(refused(expect.stringContaining(message)));
  });
});
