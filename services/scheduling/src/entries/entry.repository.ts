import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import type { Entry } from './entry.ts';

type Videos = SchedulingDatabase['scheduled_videos'];

/** Entries of the calendar from `since` on, by time. Videos that were asked for without a time are none. */
export async function findEntries(db: Kysely<SchedulingDatabase>, userId: string, since: Date): Promise<Entry[]> {
  const rows = await entriesSince(db, userId, since).execute();
  return rows.flatMap((row) => toEntry(row));
}

/** The same, each held until the transaction ends, so that the dispatcher passes them by. */
export async function lockEntries(trx: Transaction<SchedulingDatabase>, userId: string, since: Date): Promise<Entry[]> {
  const rows = await entriesSince(trx, userId, since).forUpdate('v').execute();
  return rows.flatMap((row) => toEntry(row));
}

function entriesSince(db: Kysely<SchedulingDatabase>, userId: string, since: Date) {
  return db
    .selectFrom('scheduled_videos as v')
    .selectAll('v')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('video_renders as r')
          .select(sql`1`.as('one'))
          .whereRef('r.video_id', '=', 'v.id')
          .whereRef('r.variation', '=', 'v.variation')
          .where('r.state', '=', 'failed'),
      ).as('render_failed'),
    )
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('video_renders as r').select(sql`1`.as('one')).whereRef('r.video_id', '=', 'v.id')).as(
        'was_rendered',
      ),
    )
    .where('v.user_id', '=', userId)
    .where('v.slot_at', '>=', since)
    .where('v.publish_at', 'is not', null)
    .orderBy('v.slot_at');
}

function toEntry(row: Selectable<Videos> & { render_failed: unknown; was_rendered: unknown }): Entry[] {
  const { wall_date: date, wall_time: time, publish_at: publishAt, state } = row;
  if (date === null || time === null || publishAt === null || state === 'cancelled') return [];
  return [
    {
      id: row.id,
      date,
      time,
      timeZone: row.time_zone,
      publishAt,
      state,
      revision: row.revision,
      variation: row.variation,
      videoType: row.video_type,
      caption: row.caption,
      platforms: row.platforms,
      requestedType: row.requested_type,
      quotaMonth: row.quota_month,
      quotaState: row.quota_state,
      isKnown: state === 'requested' || row.was_rendered === true,
      renderFailed: row.render_failed === true,
    },
  ];
}

/** Writes an entry and makes it one revision newer. */
export async function updateEntry(
  trx: Transaction<SchedulingDatabase>,
  id: string,
  set: Omit<Updateable<Videos>, 'revision' | 'updated_at'>,
  now: Date,
): Promise<number> {
  const { revision } = await trx
    .updateTable('scheduled_videos')
    .set((eb) => ({ ...set, revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}
