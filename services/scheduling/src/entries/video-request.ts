import { type EntryContent, events, type VideoRequested } from '@reelwright/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Configuration } from '../settings/configuration.ts';
import { captionOf, type EntrySettings, typeOf } from '../settings/entry-settings.ts';
import type { Entry } from './entry.ts';
import { entryColumns } from './entry-columns.ts';

type RequestedFields = Pick<Entry, 'requestedType' | 'requestedCaption' | 'requestedAt'>;

interface FieldSource {
  readonly entry: EntrySettings;
  readonly configuration: Configuration;
  readonly now: Date;
}

interface ContentSource {
  readonly entry: Entry;
  readonly caption: string;
  readonly publishAt: Date | null;
}

interface EventSource extends ContentSource {
  readonly configuration: Configuration;
}

/**
 * Each field of an entry or an event, as the code computes it and as the dispatcher does in SQL, for many entries at once:
 * `v` is the entry's row, `due` has the configuration's columns and the time.
 */
type Fields<From, To> = {
  readonly [Field in keyof To]-?: { readonly value: (from: From) => To[Field]; readonly sql: RawBuilder<unknown> };
};

/** What a request writes into its entry. */
const FIELDS: Fields<FieldSource, RequestedFields> = {
  requestedType: {
    value: ({ entry, configuration }) => typeOf(entry, configuration),
    sql: sql`coalesce(v.video_type, due.video_type)`,
  },
  requestedCaption: {
    value: ({ entry, configuration }) => captionOf(entry, configuration),
    sql: sql`coalesce(v.caption, due.default_captions ->> coalesce(v.video_type, due.video_type), '')`,
  },
  requestedAt: { value: ({ now }) => now, sql: sql`due.now` },
};

/** The fields that all events about an entry have; in SQL, of a row that a request was written into. */
const CONTENT: Fields<ContentSource, EntryContent> = {
  publishAt: { value: ({ publishAt }) => publishAt ?? undefined, sql: sql`v.publish_at` },
  // Only a time needs a zone.
  timeZone: { value: ({ entry, publishAt }) => (publishAt ? entry.timeZone : ''), sql: sql`v.time_zone` },
  caption: { value: ({ caption }) => caption, sql: sql`v.requested_caption` },
  title: { value: ({ entry }) => entry.title ?? '', sql: sql`coalesce(v.title, '')` },
  platforms: { value: ({ entry }) => [...(entry.platforms ?? [])], sql: sql`coalesce(v.platforms, '{}')` },
};

/** The fields of VideoRequested alike. */
const EVENT: Fields<EventSource, VideoRequested> = {
  videoId: { value: ({ entry }) => entry.id, sql: sql`v.id` },
  userId: { value: ({ entry }) => entry.userId, sql: sql`v.user_id` },
  revision: { value: ({ entry }) => entry.revision, sql: sql`v.revision` },
  ...CONTENT,
  variation: { value: ({ entry }) => entry.variation, sql: sql`v.variation` },
  videoType: { value: ({ entry }) => entry.requestedType ?? '', sql: sql`v.requested_type` },
  includeAudio: { value: ({ configuration }) => configuration.includeAudio, sql: sql`due.include_audio` },
  notes: { value: ({ configuration }) => configuration.notes, sql: sql`due.notes` },
  brand: {
    value: ({ configuration: { brand } }) => ({ ...brand, colours: [...brand.colours] }),
    sql: sql`due.brand`,
  },
  requestedAt: { value: ({ entry }) => entry.requestedAt ?? undefined, sql: sql`v.requested_at` },
};

/** When an entry goes out, and what with. */
export const contentOf = (entry: Entry, caption: string): EntryContent =>
  valuesOf(CONTENT, { entry, caption, publishAt: entry.publishAt });

export const requestedFields = (entry: EntrySettings, configuration: Configuration, now: Date): RequestedFields =>
  valuesOf(FIELDS, { entry, configuration, now });

/** The request for the video of an entry that is marked as requested. `publishAt` is when the video goes out. */
export function videoRequested(entry: Entry, configuration: Configuration, publishAt: Date | null) {
  const caption = entry.requestedCaption ?? '';
  return { event: events.VideoRequested, payload: valuesOf(EVENT, { entry, configuration, caption, publishAt }) };
}

/** The same in SQL: what an entry's row is set to, and the columns of the event with their names. */
export const requestSql = {
  columns: Object.entries(FIELDS).map(([name, field]) => ({
    name: sql.ref(entryColumns[name as keyof RequestedFields]),
    value: field.sql,
  })),
  event: Object.entries(EVENT).map(([name, field]) => ({ name: sql.ref(name), value: field.sql })),
};

function valuesOf<From, To>(fields: Fields<From, To>, from: From): To {
  const entries = Object.entries(fields) as [string, { value: (from: From) => unknown }][];
  return Object.fromEntries(entries.map(([name, { value }]) => [name, value(from)])) as To;
}
