import type { Logger } from '@reelwright/logger';
import type pg from 'pg';

/**
 * Transaction ids count per server. In an outbox from a dump of another server they can be higher than any of this one,
 * and nothing would be published until it reaches them. Then the published events are dropped and the others get low
 * ids, in their own order; events that may have been published before are published again under their event ids.
 */
export async function anchorCursor(connection: pg.Client, logger: Logger): Promise<void> {
  await connection.query('begin');
  try {
    await connection.query('lock table outbox_cursor in exclusive mode');
    const { rows } = await connection.query<{ xmax: string; foreign: boolean }>(
      `select s.xmax::text as xmax,
              c.xid >= s.xmax or exists (select 1 from outbox o where o.xid >= s.xmax) as "foreign"
         from outbox_cursor c, (select pg_snapshot_xmax(pg_current_snapshot()) as xmax) s`,
    );
    if (rows[0]?.foreign) {
      const { xmax } = rows[0];
      logger.error({ xmax }, 'the outbox comes from another server; its events are renumbered');
      await connection.query(
        `delete from outbox o using outbox_cursor c
          where o.xid >= $1::text::xid8 and (o.xid, o.id) <= (c.xid, c.id)`,
        [xmax],
      );
      await connection.query(`update outbox set xid = '1' where xid >= $1::text::xid8`, [xmax]);
      await connection.query(`update outbox_cursor set xid = '0', id = 0`);
    }
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}
