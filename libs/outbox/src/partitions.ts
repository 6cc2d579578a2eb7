import type { Logger } from '@reelwright/logger';
import type pg from 'pg';

const DAY_MS = 86_400_000;
const KEEP_DAYS = 3;

const LOCK_TIMEOUT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Creates the partitions of today and the next two days, drops published days older than three, and deletes published
 * rows of the default partition. A table that is being read is left for the next run: waiting for its lock would block
 * writers of events and, as an open write transaction, every relay on the server.
 */
export async function maintainPartitions(connection: pg.Client, logger: Logger): Promise<void> {
  await connection.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await createDays(connection, logger);
  try {
    await dropOldDays(connection);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    logger.info({ err: error }, 'old events could not be deleted yet');
  }
}

async function createDays(connection: pg.Client, logger: Logger): Promise<void> {
  const today = startOfToday();
  for (const day of [0, 1, 2].map((ahead) => today + ahead * DAY_MS)) {
    const from = isoDay(day);
    try {
      await connection.query(
        `create table if not exists outbox_${from.replaceAll('-', '')} partition of outbox
           for values from ('${from}T00:00:00Z') to ('${isoDay(day + DAY_MS)}T00:00:00Z')`,
      );
    } catch (error) {
      // The default partition holds rows of that day already, or is being read: new rows of that day go there, too.
      logger.info({ err: error, day: from }, 'rows of this day stay in the default partition');
      if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return;
    }
  }
}

async function dropOldDays(connection: pg.Client): Promise<void> {
  const today = startOfToday();
  const limit = isoDay(today - KEEP_DAYS * DAY_MS).replaceAll('-', '');
  const { rows } = await connection.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'outbox'::regclass`,
  );
  for (const { name } of rows) {
    const day = /^outbox_(\d{8})$/.exec(name)?.[1];
    if (!day || day >= limit) continue;
    const { rowCount } = await connection.query(
      `select 1 from ${name} o, outbox_cursor c where (o.xid, o.id) > (c.xid, c.id) limit 1`,
    );
    if (rowCount === 0) await connection.query(`drop table ${name}`);
  }
  await connection.query(
    `delete from outbox_default o using outbox_cursor c
      where (o.xid, o.id) <= (c.xid, c.id) and o.created_at < clock_timestamp() - interval '${KEEP_DAYS} days'`,
  );
}

function startOfToday(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS;
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
