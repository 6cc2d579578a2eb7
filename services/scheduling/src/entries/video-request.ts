import { type EntryContent, type EntryReview, events, type VideoRequested } from '@reelwright/contracts';
import { type Captions, captionEndings, platforms } from '@reelwright/product';
import { type RawBuilder, sql } from 'kysely';
import type { Configuration } from '../settings/configuration.ts';
import { captionOf, captionsOf, type EntrySettings, typeOf } from '../settings/entry-settings.ts';
import type { Entry } from './entry.ts';
import { entryColumns } from './entry-columns.ts';

/** The texts of an entry as they are announced. */
export type RequestedTexts = Pick<Entry, 'requestedCaption' | 'requestedCaptions'>;

type RequestedFields = RequestedTexts & Pick<Entry, 'requestedType' | 'requestedAt'>;

interface FieldSource {
  readonly entry: EntrySettings;
  readonly configuration: Configuration;
  readonly now: Date;
}

interface ContentSource {
  readonly entry: Entry;
  readonly texts: RequestedTexts;
  readonly publishAt: Date | null;
}

interface EventSource extends ContentSource {
  readonly configuration: Configuration;
}

/**
 * Each field of an entry or an event, as code and as the dispatcher's SQL. In SQL, `v` is the entry's row, and `due`
 * has the configuration's columns and the time.
 */
type Fields<From, To> = {
  readonly [Field in keyof To]-?: { readonly value: (from: From) => To[Field]; readonly sql: RawBuilder<unknown> };
};

const STYLE = sql`coalesce(v.video_type, due.video_type)`;

/** The fields that a request writes into its entry. */
const FIELDS: Fields<FieldSource, RequestedFields> = {
  requestedType: {
    value: ({ entry, configuration }) => typeOf(entry, configuration),
    sql: STYLE,
  },
  requestedCaption: {
    value: ({ entry, configuration }) => captionOf(entry, configuration),
    sql: sql`coalesce(v.caption, due.default_captions ->> ${STYLE}, '')`,
  },
  requestedCaptions: {
    value: ({ entry, configuration }) => captionsOf(entry, configuration),
    sql: sql`(select jsonb_object_agg(platform, coalesce(v.captions ->> platform, v.caption,
                                                         (due.default_captions ->> ${STYLE}) || ending, ''))
                from jsonb_each_text(${JSON.stringify(captionEndings)}::jsonb -> ${STYLE}) as suggested (platform, ending))`,
  },
  requestedAt: { value: ({ now }) => now, sql: sql`due.now` },
};

/** The common fields of all events about an entry; the SQL reads a row after its request was written. */
const CONTENT: Fields<ContentSource, EntryContent> = {
  publishAt: { value: ({ publishAt }) => publishAt ?? undefined, sql: sql`v.publish_at` },
  // Without a time there is no zone.
  timeZone: { value: ({ entry, publishAt }) => (publishAt ? entry.timeZone : ''), sql: sql`v.time_zone` },
  caption: { value: ({ texts }) => texts.requestedCaption ?? '', sql: sql`v.requested_caption` },
  captions: {
    value: ({ texts: { requestedCaptions } }) =>
      platforms
        .filter((platform) => requestedCaptions?.[platform] !== undefined)
        .map((platform) => ({ platform, text: requestedCaptions?.[platform] ?? '' })),
    sql: sql`(select coalesce(json_agg(json_build_object('platform', platform, 'text', text)
                                       order by array_position(${[...platforms]}::text[], platform)), '[]')
                from jsonb_each_text(v.requested_captions) as announced (platform, text))`,
  },
  title: { value: ({ entry }) => entry.title ?? '', sql: sql`coalesce(v.title, '')` },
  platforms: { value: ({ entry }) => [...(entry.platforms ?? [])], sql: sql`coalesce(v.platforms, '{}')` },
  review: {
    value: ({ entry }) => reviewOf(entry),
    sql: sql`json_strip_nulls(json_build_object('skipped', v.skipped, 'approvedVariation', v.approved_variation))`,
  },
};

/** What the owner of an entry decided about it besides its time and content. */
export const reviewOf = ({
  skipped,
  approvedVariation,
}: Pick<Entry, 'skipped' | 'approvedVariation'>): EntryReview => ({
  skipped,
  approvedVariation: approvedVariation ?? undefined,
});

/** The fields of VideoRequested. */
const EVENT: Fields<EventSource, VideoRequested> = {
  videoId: { value: ({ entry }) => entry.id, sql: sql`v.id` },
  userId: { value: ({ entry }) => entry.userId, sql: sql`v.user_id` },
  revision: { value: ({ entry }) => entry.revision, sql: sql`v.revision` },
  ...CONTENT,
  variation: { value: ({ entry }) => entry.variation, sql: sql`v.variation` },
  videoType: { value: ({ entry }) => entry.requestedType ?? '', sql: sql`v.requested_type` },
  includeAudio: { value: ({ configuration }) => configuration.includeAudio, sql: sql`due.include_audio` },
  notes: { value: ({ configuration }) => configuration.notes, sql: sql`due.notes` },
  brand: { value: ({ configuration }) => configuration.brand, sql: sql`due.brand` },
  requestedAt: { value: ({ entry }) => entry.requestedAt ?? undefined, sql: sql`v.requested_at` },
};

/** The time and content of an entry, for its events. */
export const contentOf = (entry: Entry, texts: RequestedTexts): EntryContent =>
  valuesOf(CONTENT, { entry, texts, publishAt: entry.publishAt });

/** The texts that an entry would be announced with now. */
export const requestedTexts = (entry: EntrySettings, configuration: Configuration) => ({
  requestedCaption: captionOf(entry, configuration),
  requestedCaptions: captionsOf(entry, configuration),
});

/** The texts by platform in an event; null in one of an earlier release. */
export const captionsIn = ({ captions }: Pick<EntryContent, 'captions'>): Captions | null =>
  captions.length > 0 ? Object.fromEntries(captions.map(({ platform, text }) => [platform, text])) : null;

export const requestedFields = (entry: EntrySettings, configuration: Configuration, now: Date): RequestedFields =>
  valuesOf(FIELDS, { entry, configuration, now });

/** The event that requests the video of a requested entry. @param publishAt when the video goes out */
export function videoRequested(entry: Entry, configuration: Configuration, publishAt: Date | null) {
  const payload = valuesOf(EVENT, { entry, configuration, texts: entry, publishAt });
  return { event: events.VideoRequested, payload };
}

/** The same in SQL: the assignments of an entry's row, and the named columns of the event. */
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
