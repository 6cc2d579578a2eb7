import { randomBytes } from 'node:crypto';
import { silentLogger } from '@reelwright/logger';
import { createTestDatabase } from '@reelwright/testing';
import { sql } from 'kysely';
import { createDatabase, type Database, DatabaseUnavailable, isUniqueViolation } from '../src/index.ts';

interface Tables {
  people: { id: number; name: string; email: string };
}

let url: string;
let dropDatabase: () => Promise<void>;
let database: Database<Tables>;

beforeEach(async () => {
  const created = await createTestDatabase({ name: 'postgres' });
  ({ url, drop: dropDatabase } = created);
  database = createDatabase<Tables>({ url, logger: silentLogger, applicationName: 'postgres test', poolSize: 3 });
});
afterEach(async () => {
  await database.stop();
  await dropDatabase();
});

describe('a second login role', () => {
  it('works as the owner with a password of its own, so that passwords are replaced while both are in use', async () => {
    const owner = `owner_${randomBytes(5).toString('hex')}`;
    const admin = new URL(url);
    const name = admin.pathname.slice(1);
    const login = (role: string, options = '') => {
      const address = new URL(url);
      address.username = role;
      address.password = `password of ${role}`;
      if (options) address.searchParams.set('options', options);
      return createDatabase<Tables>({ url: address.href, logger: silentLogger, applicationName: role, poolSize: 1 });
    };
    await sql`create role ${sql.id(owner)} login password ${sql.lit(`password of ${owner}`)}`.execute(database.db);
    await sql`alter database ${sql.id(name)} owner to ${sql.id(owner)}`.execute(database.db);
    await sql`revoke connect on database ${sql.id(name)} from public`.execute(database.db);
    await sql`create role ${sql.id(`${owner}_2`)} login password ${sql.lit(`password of ${owner}_2`)} in role ${sql.id(owner)}`.execute(
      database.db,
    );
    const [first, second] = [login(owner), login(`${owner}_2`, `-c role=${owner}`)];
    try {
      await sql`create table people (id int, name text, email text)`.execute(second.db);
      await sql`insert into people values (1, 'Ada', 'ada@example.com')`.execute(first.db);
      await sql`alter table people add column age int`.execute(second.db);
      const { rows } = await sql<{ owner: string; user: string; login: string }>`
        select tableowner as owner, current_user as user, session_user as login
          from pg_tables where tablename = 'people'`.execute(second.db);
      expect(rows).toEqual([{ owner, user: owner, login: `${owner}_2` }]);
    } finally {
      await Promise.all([first.stop(), second.stop()]);
      await sql`drop table people`.execute(database.db);
      await sql`alter database ${sql.id(name)} owner to current_user`.execute(database.db);
      await sql`drop role ${sql.id(`${owner}_2`)}, ${sql.id(owner)}`.execute(database.db);
    }
  });
});

describe('a database', () => {
  beforeEach(async () => {
    await sql`create table people (id int primary key, name text, email text constraint people_email_key unique)`.execute(
      database.db,
    );
  });

  it('reads bigint as a number', async () => {
    const { rows } = await sql<{ count: number }>`select count(*), 9007199254740991::bigint as large`.execute(
      database.db,
    );
    expect(rows).toEqual([{ count: 1, large: Number.MAX_SAFE_INTEGER }]);
  });

  it('tells a violated unique constraint from other failures', async () => {
    const person = { id: 1, name: 'Ann', email: 'a@x' };
    await database.db.insertInto('people').values(person).execute();
    const again = (values: typeof person) =>
      database.db
        .insertInto('people')
        .values(values)
        .execute()
        .catch((error: unknown) => error);
    const email = await again({ ...person, id: 2 });
    expect([isUniqueViolation(email), isUniqueViolation(email, 'people_email_key')]).toEqual([true, true]);
    expect(isUniqueViolation(email, 'people_pkey')).toBe(false);
    expect(isUniqueViolation(await again({ ...person, id: 'x' as never }))).toBe(false);
    expect([null, undefined, new Error('x')].map((error) => isUniqueViolation(error))).toEqual([false, false, false]);
  });

  it('survives the loss of its connections, idle and in a transaction, and works on', async () => {
    const kill = async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'postgres test' and datname = current_database() and pid <> pg_backend_pid()`.execute(
        database.db,
      );
      return rows.length;
    };
    const lost = database.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      expect(await kill()).toBeGreaterThan(0);
      await trx.insertInto('people').values({ id: 7, name: 'Bo', email: 'b@x' }).execute();
    });
    await expect(lost).rejects.toThrow();
    expect(await database.db.selectFrom('people').selectAll().execute()).toEqual([]);
  });

  it('fails at its start when no server is reachable', async () => {
    const nowhere = new URL(url);
    nowhere.port = '1';
    const unreachable = createDatabase({ url: nowhere.href, logger: silentLogger, applicationName: 'unreachable' });
    await expect(unreachable.start()).rejects.toThrow();
    await unreachable.stop();
  });
});

describe('without a connection', () => {
  it.each<[string, (to: URL) => void]>([
    ['the server is unavailable', (to) => Object.assign(to, { port: '1' })],
    ['the database is not there', (to) => Object.assign(to, { pathname: '/no_such_database' })],
  ])('a query fails and may be retried: %s', async (_what, change) => {
    const brokenUrl = new URL(url);
    change(brokenUrl);
    const { db, stop } = createDatabase<Tables>({
      url: brokenUrl.href,
      logger: silentLogger,
      applicationName: 'unreachable',
    });
    await expect(db.selectFrom('people').selectAll().execute()).rejects.toThrow(DatabaseUnavailable);
    await stop();
  });
});
