import { isDeepStrictEqual } from 'node:util';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { settingColumns } from '../settings/entry-settings.ts';
import type { Entry } from './entry.ts';

type Videos = SchedulingDatabase['scheduled_videos'];
export type EntryRow = Selectable<Videos>;
export type EntryUpdate = Updateable<Videos>;

/** The columns whose type fits a field. */
type ColumnOf<Value> = {
  [Column in keyof EntryRow]: EntryRow[Column] extends Value ? Column : never;
}[keyof EntryRow];

/** The column of each field of an entry. */
export const entryColumns: { readonly [Field in keyof Entry]-?: ColumnOf<Entry[Field]> } = {
  date: 'wall_date',
  time: 'wall_time',
  timeZone: 'time_zone',
  publishAt: 'publish_at',
  ...settingColumns,
  id: 'id',
  userId: 'user_id',
  state: 'state',
  revision: 'revision',
  variation: 'variation',
  requestedType: 'requested_type',
  requestedCaption: 'requested_caption',
  requestedCaptions: 'requested_captions',
  requestedAt: 'requested_at',
  skipped: 'skipped',
  approvedVariation: 'approved_variation',
  quotaMonth: 'quota_month',
  quotaState: 'quota_state',
};

const FIELDS = Object.entries(entryColumns) as [keyof Entry, keyof EntryRow][];

export const toEntry = (row: EntryRow): Entry =>
  Object.fromEntries(FIELDS.map(([field, column]) => [field, row[column]])) as unknown as Entry;

export const toRow = (entry: Omit<Entry, 'id'>): Omit<Insertable<Videos>, 'created_at' | 'updated_at'> =>
  columnsOf(entry, (field) => field in entry) as ReturnType<typeof toRow>;

/** The columns of the changed fields. */
export const changedColumns = (before: Entry, after: Entry): EntryUpdate =>
  columnsOf(after, (field) => !isDeepStrictEqual(before[field], after[field]));

function columnsOf(entry: Partial<Entry>, isWritten: (field: keyof Entry) => boolean): Partial<EntryRow> {
  const fields = FIELDS.filter(([field]) => isWritten(field));
  return Object.fromEntries(fields.map(([field, column]) => [column, entry[field]]));
}
