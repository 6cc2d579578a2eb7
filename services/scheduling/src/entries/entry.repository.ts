import type { EventType } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import type { EntryState } from '@reelwright/product';
import { currentTraceparent } from '@reelwright/tracing';
import { type Kysely, type OperationNodeSource, type RawBuilder, sql, type Transaction } from 'kysely';
import { recordedColumns } from '../columns.ts';
import type { SchedulingDatabase } from '../database.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { CalendarEntry } from './calendar-entry.ts';
import { type Effects, type Entry, effectsOfCreation, type Transition } from './entry.ts';
import { changedColumns, type EntryRow, type EntryUpdate, toEntry, toRow } from './entry-columns.ts';
import { writeLedger } from './usage-ledger.repository.ts';
import { requestSql } from './video-request.ts';

/** An entry; undefined if it is not this user's. */
export async function findEntry(
  db: Kysely<SchedulingDatabase>,
  videoId: string,
  userId: string,
): Promise<Entry | undefined> {
  const row = await db
    .selectFrom('scheduled_videos')
    .selectAll()
    .where('id', '=', videoId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toEntry(row);
}

/** Entries of the calendar from `since` on, by time; without those that have no time. */
export async function findEntries(
  db: Kysely<SchedulingDatabase>,
  userId: string,
  since: Date,
): Promise<CalendarEntry[]> {
  const rows = await entriesSince(db, userId, since).execute();
  return rows.flatMap(toCalendarEntry);
}

/** The same entries, locked until the transaction ends, so that the dispatcher skips them. */
export async function lockEntries(
  trx: Transaction<SchedulingDatabase>,
  userId: string,
  since: Date,
): Promise<CalendarEntry[]> {
  const rows = await entriesSince(trx, userId, since).forUpdate('v').execute();
  return rows.flatMap(toCalendarEntry);
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

function toCalendarEntry(row: EntryRow & { render_failed: unknown; was_rendered: unknown }): CalendarEntry[] {
  const { date, time, publishAt, state, ...entry } = toEntry(row);
  if (date === null || time === null || publishAt === null || state === 'cancelled') return [];
  const wasRequested = state === 'requested' || row.was_rendered === true;
  return [{ ...entry, date, time, publishAt, state, wasRequested, renderFailed: row.render_failed === true }];
}

/** Stores new entries and their effects. Lock the user's account first. */
export async function createEntries(
  trx: Transaction<SchedulingDatabase>,
  entries: readonly Omit<Entry, 'id'>[],
  configuration: Configuration,
  now: Date,
): Promise<Entry[]> {
  if (entries.length === 0) return [];
  const traceparent = currentTraceparent() ?? null;
  const rows = entries.map((entry) => ({ ...toRow(entry), created_at: now, updated_at: now, traceparent }));
  const insert = trx.insertInto('scheduled_videos').values(rows).returningAll();
  const created = (await writeEntries<EntryRow>(trx, insert, [PLANNED])).map(toEntry);
  await writeEffects(
    trx,
    created.map((entry) => effectsOfCreation(entry, configuration)),
    now,
  );
  return created;
}

/**
 * Stores transitions: the entries, which the caller has locked, their ledger lines and their events. Entries with the
 * same changes share a statement.
 */
export async function saveEntries(
  trx: Transaction<SchedulingDatabase>,
  transitions: readonly Transition[],
  now: Date,
): Promise<void> {
  const groups = new Map<string, { columns: EntryUpdate; revisions: number; ids: string[] }>();
  for (const { before, entry } of transitions) {
    const { revision: _, ...columns } = changedColumns(before, entry);
    const revisions = entry.revision - before.revision;
    if (revisions === 0 && Object.keys(columns).length === 0) continue;
    const key = JSON.stringify({ columns, revisions });
    const group = groups.get(key) ?? { columns, revisions, ids: [] as string[] };
    group.ids.push(entry.id);
    groups.set(key, group);
  }
  for (const { columns, revisions, ids } of groups.values()) {
    const update = trx
      .updateTable('scheduled_videos')
      .set((eb) => ({
        ...columns,
        ...(revisions > 0 && { revision: eb('revision', '+', revisions), updated_at: now }),
      }))
      .where('id', 'in', ids)
      .returning(WRITTEN);
    await writeEntries(trx, update, dueOf(columns));
  }
  await writeEffects(
    trx,
    transitions.map(({ effects }) => effects),
    now,
  );
}

export const saveEntry = (trx: Transaction<SchedulingDatabase>, change: Transition, now: Date): Promise<void> =>
  saveEntries(trx, [change], now);

async function writeEffects(
  trx: Transaction<SchedulingDatabase>,
  effects: readonly Effects[],
  now: Date,
): Promise<void> {
  await writeLedger(
    trx,
    effects.flatMap(({ ledger }) => ledger),
    now,
  );
  for (const { event, payload } of effects.flatMap(({ events }) => events)) {
    // Each event has its own payload, which the union type can't express.
    await enqueueEvent(trx, event as EventType<typeof payload>, payload, now);
  }
}

/**
 * The dispatcher's writes, as SQL, for many entries at once. Each row of `due` has a `video_id`, the new state
 * (`outcome`), the configuration's columns and the time. A test compares it with the transitions.
 */
export const dispatchSql = {
  notDue: sql`delete from due_entries where ctid = any (array(select row_id from due))`,
  entries: sql`
      update scheduled_videos v
         set state = due.outcome,
             quota_state = case due.outcome when 'requested' then v.quota_state else 'released' end,
             ${sql.join(
               requestSql.columns.map(
                 ({ name, value }) => sql`${name} = case due.outcome when 'requested' then ${value} end`,
               ),
             )},
             revision = v.revision + 1,
             updated_at = due.now
        from due
       where v.id = due.video_id and v.state = 'planned'
      returning v.id, v.user_id, v.state, v.quota_month, v.traceparent,
                ${sql.join(requestSql.event.map(({ name, value }) => sql`${value} as ${name}`))}`,
  /** The returned columns of an entry's event. */
  event: sql.join(requestSql.event.map(({ name }) => name)),
};

/** Lets a user's planned entries fall due again: those that did while posting was paused are not in `due_entries`. */
export async function planAgain(trx: Transaction<SchedulingDatabase>, userId: string): Promise<void> {
  await sql`
    insert into due_entries (video_id, user_id, publish_at)
    select id, user_id, publish_at from scheduled_videos where user_id = ${userId} and state = 'planned'
        on conflict (video_id) do nothing`.execute(trx);
}

/** Deletes all entries of a user. @returns their number */
export async function deleteEntries(trx: Transaction<SchedulingDatabase>, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with entry as (delete from scheduled_videos where user_id = ${userId} returning id),
         due as (delete from due_entries where video_id in (select id from entry))
    select count(*)::int as count from entry`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * Writes the recorded entries of a save that a restored database lacks or has in an older revision. An entry that still has
 * the slot of one of them is deleted: the same save moved or removed it, and another part of the save writes it again.
 */
export async function restoreEntries(trx: Transaction<SchedulingDatabase>, recorded: readonly object[]): Promise<void> {
  // All entries of a save were recorded with the same columns.
  const [first] = recorded;
  if (!first) return;
  await sql`
    with recorded as (select * from json_populate_recordset(null::scheduled_videos, ${JSON.stringify(recorded)})),
         entry as (
           delete from scheduled_videos v using recorded r
            where v.user_id = r.user_id and v.slot_at = coalesce(r.publish_at, r.created_at) and r.state <> 'cancelled'
              and v.id not in (select id from recorded)
              and not exists (select from scheduled_videos s where s.id = r.id and s.revision >= r.revision)
           returning v.id)
    delete from due_entries where video_id in (select id from entry)`.execute(trx);
  const { list, replace } = await recordedColumns(trx, 'scheduled_videos', first);
  await writeEntries<Written>(
    trx,
    sql`
      insert into scheduled_videos (${list})
      select ${list} from json_populate_recordset(null::scheduled_videos, ${JSON.stringify(recorded)})
          on conflict (id) do update set ${replace} where scheduled_videos.revision < excluded.revision
      returning id, user_id, publish_at, state, revision`,
    [PLANNED, NOT_PLANNED],
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

/**
 * Keeps `due_entries` in step with the written entries: one row for each planned entry, none for others. While posting
 * is paused, the dispatcher deletes the rows that fall due.
 */
const PLANNED = sql`
  insert into due_entries (video_id, user_id, publish_at)
  select id, user_id, publish_at from entry where state = 'planned'
      on conflict (video_id) do update set publish_at = excluded.publish_at
   where due_entries.publish_at <> excluded.publish_at`;
const NOT_PLANNED = sql`delete from due_entries where video_id in (select id from entry where state <> 'planned')`;
const MOVED = sql`update due_entries d set publish_at = entry.publish_at from entry where d.video_id = entry.id`;

function dueOf({ state, publish_at: publishAt }: EntryUpdate): RawBuilder<unknown>[] {
  if (state === undefined) return publishAt === undefined ? [] : [MOVED];
  return state === 'planned' ? [PLANNED] : [NOT_PLANNED];
}

/** Writes entries and, in the same statement, their rows of `due_entries`. Lock the user's account first. */
async function writeEntries<Row extends Written>(
  trx: Transaction<SchedulingDatabase>,
  write: OperationNodeSource,
  due: readonly RawBuilder<unknown>[],
): Promise<Row[]> {
  const parts = due.map((part, index) => sql`, ${sql.ref(`due_${index}`)} as (${part})`);
  const { rows } = await sql<Row>`
    with entry as (${write}) ${sql.join(parts, sql``)} select * from entry`.execute(trx);
  return rows;
}
