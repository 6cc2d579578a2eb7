import { events, type VideoRequested } from '@reelwright/contracts';
import { enqueueEvent } from '@reelwright/outbox';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import type { Configuration } from '../settings/configuration.ts';
import { captionOf, type EntrySettings, typeOf } from '../settings/entry-settings.ts';
import { type EntryChange, type RequestedColumns, updateEntry } from './entry.repository.ts';

/** A video to be requested. */
export interface VideoRequest extends EntrySettings {
  readonly userId: string;
  readonly videoId: string;
  readonly variation: number;
  readonly publishAt: Date | null;
  /** The zone its hour is meant in; empty without a time. */
  readonly timeZone: string;
}

interface Source {
  readonly entry: EntrySettings;
  readonly configuration: Configuration;
  readonly now: Date;
}

interface EventSource extends Source {
  readonly entry: VideoRequest;
  readonly revision: number;
}

/**
 * Each field of a row or an event, as the code works it out and as the dispatcher does in SQL, for many entries at once:
 * `v` is the entry's row, `due` has the configuration's columns and the time.
 */
type Fields<From, To> = {
  readonly [Field in keyof To]-?: { readonly value: (from: From) => To[Field]; readonly sql: RawBuilder<unknown> };
};

/** What a request writes into its entry's row. */
const COLUMNS: Fields<Source, RequestedColumns> = {
  requested_type: {
    value: ({ entry, configuration }) => typeOf(entry, configuration),
    sql: sql`coalesce(v.video_type, due.video_type)`,
  },
  requested_caption: {
    value: ({ entry, configuration }) => captionOf(entry, configuration),
    sql: sql`coalesce(v.caption, due.default_captions ->> coalesce(v.video_type, due.video_type), '')`,
  },
  requested_at: { value: ({ now }) => now, sql: sql`due.now` },
};

/** The fields of VideoRequested; in SQL, of a row that the request was written into. */
const EVENT: Fields<EventSource, VideoRequested> = {
  videoId: { value: ({ entry }) => entry.videoId, sql: sql`v.id` },
  userId: { value: ({ entry }) => entry.userId, sql: sql`v.user_id` },
  variation: { value: ({ entry }) => entry.variation, sql: sql`v.variation` },
  videoType: {
    value: ({ entry, configuration }) => typeOf(entry, configuration),
    sql: sql`v.requested_type`,
  },
  includeAudio: { value: ({ configuration }) => configuration.includeAudio, sql: sql`due.include_audio` },
  notes: { value: ({ configuration }) => configuration.notes, sql: sql`due.notes` },
  brand: {
    value: ({ configuration: { brand } }) => ({ ...brand, colours: [...brand.colours] }),
    sql: sql`due.brand`,
  },
  publishAt: { value: ({ entry }) => entry.publishAt ?? undefined, sql: sql`v.publish_at` },
  caption: {
    value: ({ entry, configuration }) => captionOf(entry, configuration),
    sql: sql`v.requested_caption`,
  },
  platforms: { value: ({ entry }) => [...(entry.platforms ?? [])], sql: sql`coalesce(v.platforms, '{}')` },
  requestedAt: { value: ({ now }) => now, sql: sql`v.requested_at` },
  revision: { value: ({ revision }) => revision, sql: sql`v.revision` },
  timeZone: { value: ({ entry }) => entry.timeZone, sql: sql`v.time_zone` },
};

export const requestedColumns = (entry: EntrySettings, configuration: Configuration, now: Date): RequestedColumns =>
  valuesOf(COLUMNS, { entry, configuration, now });

/** Marks an entry as requested and asks for its video. */
export async function requestEntry(
  trx: Transaction<SchedulingDatabase>,
  request: VideoRequest,
  configuration: Configuration,
  set: EntryChange,
  now: Date,
): Promise<void> {
  const { videoId, variation } = request;
  const columns = requestedColumns(request, configuration, now);
  const revision = await updateEntry(trx, videoId, { ...set, state: 'requested', variation, ...columns }, now);
  await requestVideo(trx, { ...request, revision }, configuration, now);
}

/** Asks for the video of an entry that is marked as requested. */
export async function requestVideo(
  trx: Transaction<SchedulingDatabase>,
  { revision, ...entry }: VideoRequest & { readonly revision: number },
  configuration: Configuration,
  now: Date,
): Promise<void> {
  await enqueueEvent(trx, events.VideoRequested, valuesOf(EVENT, { entry, configuration, now, revision }), now);
}

/** The same in SQL: what an entry's row is set to, and the columns of the event with their names. */
export const requestSql = {
  columns: Object.entries(COLUMNS).map(([name, field]) => ({ name: sql.ref(name), value: field.sql })),
  event: Object.entries(EVENT).map(([name, field]) => ({ name: sql.ref(name), value: field.sql })),
};

function valuesOf<From, To>(fields: Fields<From, To>, from: From): To {
  const entries = Object.entries(fields) as [string, { value: (from: From) => unknown }][];
  return Object.fromEntries(entries.map(([name, { value }]) => [name, value(from)])) as To;
}
