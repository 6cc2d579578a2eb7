import { SERVICES, type ServiceName } from '@reelwright/local/running-stack';
import { type Databases, type Rows, within } from './databases.ts';

/** Work that is left in the services' databases: unpublished events, parked events, ended leases. */
export interface LeftBehind {
  readonly outboxes: readonly Outbox[];
  readonly parked: readonly { readonly service: string; readonly type: string; readonly cause: string }[];
  /** Rows whose lease should have ended. */
  readonly leases: readonly Lease[];
}

export interface Outbox {
  readonly service: string;
  /** Rows that the relay has not published. */
  readonly behind: number;
}

export interface Lease {
  readonly table: string;
  readonly id: string;
  readonly state: string;
  /** Seconds of real time since its lease ended; a commit under way counts as leased for a minute from its intent. */
  readonly seconds: number;
}

/** A table with leases. `waits` is the SQL condition for rows that wait for a worker, `state` the SQL for a row's state. */
interface Leased {
  readonly table: string;
  readonly waits: string;
  readonly state: string;
}

/** The tables that are judged. left-behind.test.ts lists the others, with reasons. */
export const LEASED: Readonly<Partial<Record<ServiceName, readonly Leased[]>>> = {
  auth: [{ table: 'mails', waits: `state = 'waiting'`, state: 'state' }],
  billing: [
    { table: 'accounts', waits: `close_due_at is not null and closed_at is null`, state: `'closing'` },
    { table: 'stripe_events', waits: `done_at is null`, state: `'not taken in'` },
  ],
  generation: [{ table: 'generation_jobs', waits: `state in ('queued', 'running', 'erasing')`, state: 'state' }],
  drive: [
    { table: 'drive_grants', waits: `state = 'ending' and next_attempt_at <= clock_timestamp()`, state: 'state' },
    {
      table: 'drive_folders',
      waits: `state = 'erasing' or state = 'ready' and shared_with <> email`,
      state: 'state',
    },
    { table: 'drive_uploads', waits: `state in ('waiting', 'trashing')`, state: 'state' },
  ],
  publishing: [
    { table: 'posts', waits: `next_action_at is not null`, state: 'state' },
    {
      table: 'social_connections',
      waits: `next_action_at <= clock_timestamp() and (revoke_pending or state = 'connected')`,
      state: 'state',
    },
  ],
};

/** Reads every service's database once, without waiting. */
export async function readLeftBehind(source: Databases): Promise<LeftBehind> {
  const read = await Promise.all(
    SERVICES.map((service) =>
      within(source, service, async (rows) => ({
        outbox: { service, behind: await countBehind(rows) },
        parked: await rows<{ type: string; cause: string }>(`select type, cause from parked_events order by id`),
        leases: await readLeases(rows, service),
      })),
    ),
  );
  return {
    outboxes: read.map(({ outbox }) => outbox),
    parked: read.flatMap(({ outbox: { service }, parked }) => parked.map((event) => ({ service, ...event }))),
    leases: read.flatMap(({ leases }) => leases),
  };
}

async function countBehind(rows: Rows): Promise<number> {
  const [row] = await rows<{ behind: number }>(
    `select count(*)::int as behind from outbox o, outbox_cursor c where (o.xid, o.id) > (c.xid, c.id)`,
  );
  return row?.behind ?? 0;
}

/** Rows whose lease ended without a release and that nobody has claimed again. */
async function readLeases(rows: Rows, service: ServiceName): Promise<Lease[]> {
  const found: Lease[] = [];
  for (const { table, waits, state } of LEASED[service] ?? []) {
    found.push(
      ...(await rows<Lease>(
        `select '${table}' as table, id::text, ${state} as state,
                extract(epoch from clock_timestamp() - leased_until)::float as seconds
           from ${table} where leased_until < clock_timestamp() and (${waits})`,
      )),
    );
  }
  return service === 'publishing' ? [...found, ...(await readCommits(rows))] : found;
}

const readCommits = (rows: Rows) =>
  rows<Lease>(
    `select 'posts' as table, id::text, state,
            extract(epoch from clock_timestamp() - committed_at)::float - 60 as seconds
       from posts where state = 'going_out'`,
  );
