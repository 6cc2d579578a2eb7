import { events } from '@reelwright/contracts';
import type pg from 'pg';
import { AHEAD_MS } from '../../src/dispatch/dispatch-batch.ts';

const { topic, name: type } = events.VideoRequested;

/** Our dispatch statement for a single entry, as a job's handler. */
export async function dispatchOne(query: pg.Pool['query'], videoId: string, publishAt: Date): Promise<void> {
  await query({ name: 'dispatch-one', text: STATEMENT, values: [videoId, new Date(publishAt.getTime() - AHEAD_MS)] });
}

/** The whole event as a job's payload, as SQL over scheduled_videos. */
export const EVENT_OF_ENTRY = `json_build_object(
  'videoId', id, 'userId', user_id, 'variation', variation, 'videoType', 'v1', 'includeAudio', true,
  'notes', 'Morning light, no crowds, the bridge in the background.',
  'brand', json_build_object('name', 'Harbour Bakery', 'occupation', 'bakery', 'feel', 'warm and calm',
                             'colours', array['#aa5522', '#ffeecc']),
  'publishAt', publish_at, 'caption', 'Glass Squish by Harbour Bakery, bakery', 'platforms', array[]::text[],
  'requestedAt', publish_at, 'revision', revision, 'timeZone', time_zone)`;

/** The least comparable work: inserts events that were prepared before. */
export async function insertEvents(query: pg.Pool['query'], ...payloads: readonly object[]): Promise<void> {
  await query({
    name: 'state-only',
    text: `insert into outbox (topic, key, type, payload, occurred_at)
           select '${topic}', payload ->> 'userId', '${type}', payload, now() from json_array_elements($1) payload`,
    values: [JSON.stringify(payloads)],
  });
}

const STATEMENT = `
  with due as materialized (
    select v.id, coalesce(v.video_type, c.video_type) as type, c.include_audio, c.notes, c.brand, c.default_captions
      from scheduled_videos v
      join usage_accounts a on a.user_id = v.user_id
      join video_configurations c on c.user_id = v.user_id and c.version >= a.configuration_version
     where v.id = $1 and v.state = 'planned' and a.tier <> 'free' and coalesce(a.entitled_until > $2, true)
       for no key update of v
       for share of a
  ), taken as (
    update scheduled_videos v
       set state = 'requested', requested_type = due.type,
           requested_caption = coalesce(v.caption, due.default_captions ->> due.type, ''),
           requested_at = $2, revision = v.revision + 1, updated_at = $2
      from due
     where v.id = due.id
    returning v.id, v.user_id, v.publish_at, v.variation, v.revision, v.requested_type, v.requested_caption, v.platforms,
              v.time_zone, due.include_audio, due.notes, due.brand
  )
  insert into outbox (topic, key, type, payload, occurred_at)
  select '${topic}', t.user_id, '${type}',
         (select row_to_json(event) from (
           select t.id as "videoId", t.user_id as "userId", t.variation, t.requested_type as "videoType",
                  t.include_audio as "includeAudio", t.notes, t.brand, t.publish_at as "publishAt",
                  t.requested_caption as caption, coalesce(t.platforms, '{}') as platforms,
                  $2::timestamptz as "requestedAt", t.revision, t.time_zone as "timeZone") event),
         $2
    from taken t`;
