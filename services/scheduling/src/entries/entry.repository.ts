import type { VideoRequested } from '@reelwright/contracts';
import type { EntryState } from '@reelwright/product';
import {
  type Insertable,
  type Kysely,
  type OperationNodeSource,
  type RawBuilder,
  type Selectable,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely';
import { writableColumns } from '../columns.ts';
import type { SchedulingDatabase } from '../database.ts';
import type { EntrySettings } from '../settings/entry-settings.ts';
import type { Entry } from './entry.ts';

type Videos = SchedulingDatabase['scheduled_videos'];
export type EntryRow = Selectable<Videos>;

/** The columns that describe the last request for an entry's video. */
export type RequestedColumns = Pick<Insertable<Videos>, 'requested_type' | 'requested_caption' | 'requested_at'>;

const NOT_REQUESTED: RequestedColumns = { requested_type: null, requested_caption: null, requested_at: null };

/** The settings of a row. */
export const settingsOf = (row: Pick<EntryRow, 'video_type' | 'caption' | 'platforms'>): EntrySettings => ({
  videoType: row.video_type,
  caption: row.caption,
  platforms: row.platforms,
});

const settingsColumns = ({ videoType, caption, platforms }: EntrySettings) => ({
  video_type: videoType,
  caption,
  platforms: platforms && [...platforms],
});

/** Where and when an entry is, and its own settings. */
interface Placed extends EntrySettings {
  readonly date: string | null;
  readonly time: string | null;
  readonly timeZone: string;
  readonly publishAt: Date | null;
}

/** The columns that a save decides. */
export const placedColumns = (entry: Placed) => ({
  wall_date: entry.date,
  wall_time: entry.time,
  time_zone: entry.timeZone,
  publish_at: entry.publishAt,
  ...settingsColumns(entry),
});

/** Entries of the calendar from `since` on, by time. Videos that were asked for without a time are none. */
export async function findEntries(db: Kysely<SchedulingDatabase>, userId: string, since: Date): Promise<Entry[]> {
  const rows = await entriesSince(db, userId, since).execute();
  return rows.flatMap((row) => toEntry(row));
}

/** The same, each locked until the transaction ends, so that the dispatcher skips them. */
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

function toEntry(row: EntryRow & { render_failed: unknown; was_rendered: unknown }): Entry[] {
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
      ...settingsOf(row),
      requestedType: row.requested_type,
      requestedAt: row.requested_at,
      quotaMonth: row.quota_month,
      quotaState: row.quota_state,
      wasRequested: state === 'requested' || row.was_rendered === true,
      renderFailed: row.render_failed === true,
    },
  ];
}

export interface NewEntry extends Placed {
  readonly userId: string;
  readonly state: 'planned' | 'requested';
  readonly requested?: RequestedColumns;
  /** The month whose quota it reserves. */
  readonly quotaMonth: Date;
}

interface Inserted {
  readonly id: string;
  readonly publishAt: Date | null;
}

/** Inserts entries of revision 1, in one statement. */
export async function insertEntries(
  trx: Transaction<SchedulingDatabase>,
  entries: readonly NewEntry[],
  now: Date,
): Promise<Inserted[]> {
  if (entries.length === 0) return [];
  const rows = entries.map((entry) => ({
    user_id: entry.userId,
    state: entry.state,
    ...placedColumns(entry),
    ...(entry.requested ?? NOT_REQUESTED),
    quota_month: entry.quotaMonth,
    quota_state: 'reserved' as const,
    created_at: now,
    updated_at: now,
  }));
  const insert = trx.insertInto('scheduled_videos').values(rows).returning(WRITTEN);
  const written = await writeEntries(trx, insert, [PLANNED]);
  return written.map(({ id, publish_at: publishAt }) => ({ id, publishAt }));
}

/** @returns its id */
export async function insertEntry(trx: Transaction<SchedulingDatabase>, entry: NewEntry, now: Date): Promise<string> {
  const [inserted] = await insertEntries(trx, [entry], now);
  if (!inserted) throw new Error('no entry was inserted');
  return inserted.id;
}

export type EntryChange = Omit<Updateable<Videos>, 'id' | 'user_id' | 'revision' | 'updated_at'>;

/** Changes entries alike and makes each one revision newer, in one statement. @returns their revisions by id */
export async function updateEntries(
  trx: Transaction<SchedulingDatabase>,
  ids: readonly string[],
  set: EntryChange,
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const update = trx
    .updateTable('scheduled_videos')
    .set((eb) => ({ ...set, revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    .returning(WRITTEN);
  const written = await writeEntries(trx, update, dueOf(set));
  return new Map(written.map(({ id, revision }) => [id, revision]));
}

/** @returns its revision */
export async function updateEntry(
  trx: Transaction<SchedulingDatabase>,
  id: string,
  set: EntryChange,
  now: Date,
): Promise<number> {
  const revision = (await updateEntries(trx, [id], set, now)).get(id);
  if (revision === undefined) throw new Error('the entry to be updated does not exist');
  return revision;
}

/** The columns of an entry that is planned afresh, after the request for its video. */
export const plannedAfresh = (variation: number) => ({
  state: 'planned' as const,
  quota_state: 'reserved' as const,
  variation,
  ...NOT_REQUESTED,
});

/** Changes how an entry counts, which no other service sees: its revision stays. */
export async function updateQuota(
  trx: Transaction<SchedulingDatabase>,
  id: string,
  set: Pick<Updateable<Videos>, 'quota_state' | 'quota_month'>,
): Promise<void> {
  await trx.updateTable('scheduled_videos').set(set).where('id', '=', id).execute();
}

/** Deletes all entries of a user. @returns how many there were */
export async function deleteEntries(trx: Transaction<SchedulingDatabase>, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with entry as (delete from scheduled_videos where user_id = ${userId} returning id),
         due as (delete from due_entries where video_id in (select id from entry))
    select count(*)::int as count from entry`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Writes the entries that a save recorded and a restored database lacks, or has an older revision of. */
export async function restoreEntries(trx: Transaction<SchedulingDatabase>, recorded: string): Promise<void> {
  const { list, replace } = await writableColumns(trx, 'scheduled_videos');
  await writeEntries(
    trx,
    sql<Written>`
      insert into scheduled_videos (${list})
      select ${list} from json_populate_recordset(null::scheduled_videos, ${recorded}::json -> 'entries')
          on conflict (id) do update set ${replace} where scheduled_videos.revision < excluded.revision
      returning id, user_id, publish_at, state, revision`,
    [PLANNED, NOT_PLANNED],
  );
}

/** Marks an entry as requested by a request that a restored database does not have. */
export async function restoreRequest(
  trx: Transaction<SchedulingDatabase>,
  request: VideoRequested,
  now: Date,
): Promise<void> {
  await writeEntries(
    trx,
    trx
      .updateTable('scheduled_videos')
      .set({
        state: 'requested',
        revision: request.revision,
        variation: request.variation,
        requested_type: request.videoType,
        requested_caption: request.caption,
        requested_at: request.requestedAt ?? now,
        updated_at: now,
      })
      .where('id', '=', request.videoId)
      .where('user_id', '=', request.userId)
      .where('revision', '<', request.revision)
      .where('state', '<>', 'cancelled')
      .returning(WRITTEN),
    [NOT_PLANNED],
  );
}

const WRITTEN = ['id', 'user_id', 'publish_at', 'state', 'revision'] as const;

interface Written {
  readonly id: string;
  readonly user_id: string;
  readonly publish_at: Date | null;
  readonly state: EntryState;
  readonly revision: number;
}

/** What is due of the entries that a statement writes: a row of each that is planned, none of any other. */
const PLANNED = sql`
  insert into due_entries (video_id, user_id, publish_at)
  select id, user_id, publish_at from entry where state = 'planned'
      on conflict (video_id) do update set publish_at = excluded.publish_at
   where due_entries.publish_at <> excluded.publish_at`;
const NOT_PLANNED = sql`delete from due_entries where video_id in (select id from entry where state <> 'planned')`;
const MOVED = sql`update due_entries d set publish_at = entry.publish_at from entry where d.video_id = entry.id`;

function dueOf({ state, publish_at: publishAt }: EntryChange): RawBuilder<unknown>[] {
  if (state === undefined) return publishAt === undefined ? [] : [MOVED];
  return state === 'planned' ? [PLANNED] : [NOT_PLANNED];
}

/** Writes entries, and in the same statement what is due of them. The user's account is locked. */
async function writeEntries(
  trx: Transaction<SchedulingDatabase>,
  write: OperationNodeSource,
  due: readonly RawBuilder<unknown>[],
): Promise<Written[]> {
  const parts = due.map((part, index) => sql`, ${sql.ref(`due_${index}`)} as (${part})`);
  const { rows } = await sql<Written>`
    with entry as (${write}) ${sql.join(parts, sql``)} select * from entry`.execute(trx);
  return rows;
}
