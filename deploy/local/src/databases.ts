import { createHmac } from 'node:crypto';
import { createClockTable } from '@reelwright/clock';
import pg from 'pg';
import { SERVICES } from './ports.ts';

const CLOCK_OWNER = 'reelwright_clock';
const CLOCK_READER = 'reelwright_clock_reader';

/** The address of each database, with the role that each process uses. */
export interface DatabaseUrls {
  readonly admin: string;
  readonly service: (name: string) => string;
  readonly clockReader: string;
  readonly clockOwner: string;
}

/** Every role's password is derived from the administrator's URL, so no other secret is stored. */
export function databaseUrls(adminUrl: string): DatabaseUrls {
  const as = (role: string, database: string) => {
    const url = new URL(adminUrl);
    url.username = role;
    url.password = rolePassword(adminUrl, role);
    url.pathname = `/${database}`;
    return url.href;
  };
  return {
    admin: adminUrl,
    service: (name) => as(roleName(name), roleName(name)),
    clockReader: as(CLOCK_READER, CLOCK_OWNER),
    clockOwner: as(CLOCK_OWNER, CLOCK_OWNER),
  };
}

/**
 * Creates the missing roles and databases: one of each per service, closed to other roles, and the product clock's.
 * @returns names of the databases that are new
 */
export async function ensureDatabases(adminUrl: string): Promise<string[]> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const { rows } = await admin.query<{ datname: string }>('select datname from pg_database');
    const existing = new Set(rows.map(({ datname }) => datname));
    await ensureRole(admin, adminUrl, CLOCK_READER);
    const created: string[] = [];
    for (const role of [...SERVICES.map(roleName), CLOCK_OWNER]) {
      await ensureRole(admin, adminUrl, role);
      if (existing.has(role)) continue;
      await admin.query(`create database ${role} owner ${role}`);
      await admin.query(`revoke connect on database ${role} from public`);
      created.push(role);
    }
    if (created.includes(CLOCK_OWNER)) await admin.query(`grant connect on database ${CLOCK_OWNER} to ${CLOCK_READER}`);
    await ensureClock(databaseUrls(adminUrl).clockOwner);
    return created;
  } finally {
    await admin.end();
  }
}

async function ensureRole(admin: pg.Client, adminUrl: string, role: string): Promise<void> {
  const { rowCount } = await admin.query('select 1 from pg_roles where rolname = $1', [role]);
  const password = admin.escapeLiteral(rolePassword(adminUrl, role));
  await admin.query(`${rowCount ? 'alter' : 'create'} role ${role} login password ${password}`);
}

/** The database of the product clock: all services read its one row, only its owner changes it. */
async function ensureClock(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await createClockTable(owner);
    await owner.query(`grant select on clock_offset to ${CLOCK_READER}`);
  } finally {
    await owner.end();
  }
}

function roleName(service: string): string {
  return `reelwright_${service.replaceAll('-', '_')}`;
}

function rolePassword(adminUrl: string, role: string): string {
  const { username, password } = new URL(adminUrl);
  return createHmac('sha256', `${username}:${password}`).update(role).digest('base64url');
}
