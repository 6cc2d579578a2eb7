import { aheadStates, type EntryState, needsOwnerStates, type PostState } from '@reelwright/product';
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { type Post, type Render, shownRender } from './video-state.ts';

export type VideoRow = Selectable<SchedulingDatabase['scheduled_videos']>;
export type DeliveryRow = Selectable<SchedulingDatabase['video_deliveries']>;

/** The reports of other services about videos, by video id. */
export interface Reports {
  /** The render of the current variation, or of the earlier one that was kept. */
  readonly renders: ReadonlyMap<string, Render>;
  /** Videos with a finished render, perhaps of an older variation. */
  readonly seen: ReadonlySet<string>;
  readonly deliveries: ReadonlyMap<string, DeliveryRow>;
  readonly posts: ReadonlyMap<string, readonly Post[]>;
}

const UNREQUESTED: readonly EntryState[] = ['planned', 'paused'];
/** States of posts that wait for what their `needs` name. */
const HELD_BACK_STATES: readonly PostState[] = [...aheadStates, 'no_connection'];

/**
 * A user's videos, the latest first by the time they go out or were requested, without removed ones. If there are more
 * than `limit`, planned and paused ones are left out first, so that a full calendar does not push out other videos. Of the
 * older ones, those since `openSince` that may need their owner are added, at most `limit` of them.
 * @returns also whether videos are left out that are neither planned nor paused
 */
export async function newestVideos(
  db: Kysely<SchedulingDatabase>,
  userId: string,
  { limit, openSince }: { readonly limit: number; readonly openSince: Date },
): Promise<{ readonly rows: readonly VideoRow[]; readonly hasOlder: boolean }> {
  const ofUser = db.selectFrom('scheduled_videos as v').select('v.id').where('v.user_id', '=', userId);
  const newest = ofUser
    .where('v.slot_at', 'is not', null)
    .orderBy((video) => video('v.state', 'in', UNREQUESTED))
    .orderBy('v.slot_at', 'desc')
    .limit(limit);
  const open = ofUser
    .where('v.slot_at', '>', openSince)
    .where('v.state', 'not in', UNREQUESTED)
    .where(({ eb, or, exists, selectFrom, lit }) =>
      or([
        eb('v.state', '=', 'missed'),
        exists(
          selectFrom('video_posts as p')
            .select(lit(1).as('one'))
            .whereRef('p.video_id', '=', 'v.id')
            .where((post) =>
              post.or([
                post('p.state', 'in', needsOwnerStates),
                post.and([post('p.needs', '!=', ''), post('p.state', 'in', HELD_BACK_STATES)]),
              ]),
            ),
        ),
        exists(
          selectFrom('video_renders as r')
            .select(lit(1).as('one'))
            .whereRef('r.video_id', '=', 'v.id')
            .whereRef('r.variation', '=', 'v.variation')
            .where('r.state', '=', 'failed'),
        ),
        exists(
          selectFrom('video_deliveries as d')
            .select(lit(1).as('one'))
            .whereRef('d.video_id', '=', 'v.id')
            .where('d.state', '=', 'failed'),
        ),
      ]),
    )
    .orderBy('v.slot_at', 'desc')
    .limit(limit);
  const counted = db
    .selectFrom('scheduled_videos')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('slot_at', 'is not', null)
    .where('state', 'not in', UNREQUESTED);
  const rows = await db
    .selectFrom('scheduled_videos')
    .selectAll()
    .select(counted.as('requested_count'))
    // Names the index: two lists of ids would be looked for in the whole table.
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('id', 'in', newest), eb('id', 'in', open)]))
    .orderBy('slot_at', 'desc')
    .execute();
  const shown = rows.filter(({ state }) => !UNREQUESTED.includes(state)).length;
  return { rows, hasOlder: Number(rows[0]?.requested_count ?? 0) > shown };
}

/** The states of one video's posts. */
export async function findPosts(
  db: Kysely<SchedulingDatabase>,
  videoId: string,
): Promise<{ readonly state: PostState }[]> {
  return db.selectFrom('video_posts').select('state').where('video_id', '=', videoId).execute();
}

export async function findRender(db: Kysely<SchedulingDatabase>, videoId: string, variation: number) {
  return db
    .selectFrom('video_renders')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('variation', '=', variation)
    .executeTakeFirst();
}

export async function saveRender(
  trx: Transaction<SchedulingDatabase>,
  render: Insertable<SchedulingDatabase['video_renders']>,
): Promise<void> {
  await trx
    .insertInto('video_renders')
    .values(render)
    .onConflict((conflict) => conflict.columns(['video_id', 'variation']).doUpdateSet(render))
    .execute();
}

export type NewDelivery = Insertable<SchedulingDatabase['video_deliveries']>;

/** Saves the delivery of the newest variation; a finished one is not replaced. */
export async function saveDelivery(trx: Transaction<SchedulingDatabase>, delivery: NewDelivery): Promise<void> {
  await trx
    .insertInto('video_deliveries')
    .values(delivery)
    .onConflict((conflict) =>
      conflict
        .column('video_id')
        .doUpdateSet(delivery)
        .where(({ eb, or, and }) =>
          or([
            eb('video_deliveries.variation', '<', delivery.variation),
            and([
              eb('video_deliveries.variation', '=', delivery.variation),
              eb('video_deliveries.state', '!=', 'done'),
            ]),
          ]),
        ),
    )
    .execute();
}

/** Saves a post, if its revision is newer. @returns whether it was saved */
export async function savePost(
  trx: Transaction<SchedulingDatabase>,
  post: Insertable<SchedulingDatabase['video_posts']>,
): Promise<boolean> {
  const written = await trx
    .insertInto('video_posts')
    .values(post)
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'platform']).doUpdateSet(post).where('video_posts.revision', '<', post.revision),
    )
    .returning('video_id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Deletes the reports about a user's videos. */
export async function deleteReports(trx: Transaction<SchedulingDatabase>, userId: string): Promise<void> {
  const videos = trx.selectFrom('scheduled_videos').select('id').where('user_id', '=', userId);
  await trx.deleteFrom('video_renders').where('video_id', 'in', videos).execute();
  await trx.deleteFrom('video_deliveries').where('video_id', 'in', videos).execute();
  await trx.deleteFrom('video_posts').where('video_id', 'in', videos).execute();
}

/** Reads the reports about these videos. */
export async function readReports(
  db: Kysely<SchedulingDatabase>,
  videos: readonly { readonly id: string; readonly variation: number }[],
): Promise<Reports> {
  const ids = videos.map(({ id }) => id);
  if (ids.length === 0) return { renders: new Map(), seen: new Set(), deliveries: new Map(), posts: new Map() };
  const [renderRows, deliveryRows, postRows] = await Promise.all([
    db.selectFrom('video_renders').selectAll().where('video_id', 'in', ids).orderBy('variation').execute(),
    db.selectFrom('video_deliveries').selectAll().where('video_id', 'in', ids).execute(),
    db.selectFrom('video_posts').selectAll().where('video_id', 'in', ids).orderBy('platform').execute(),
  ]);
  const variations = new Map(videos.map(({ id, variation }) => [id, variation]));
  const newest = new Map<string, Render>();
  const finished = new Map<string, Render>();
  for (const row of renderRows) {
    if (row.variation === variations.get(row.video_id)) newest.set(row.video_id, toRender(row));
    if (row.state === 'done') finished.set(row.video_id, toRender(row));
  }
  const renders = new Map<string, Render>();
  for (const id of ids) {
    const render = shownRender(newest.get(id), finished.get(id));
    if (render) renders.set(id, render);
  }
  const posts = new Map<string, Post[]>();
  for (const row of postRows) posts.set(row.video_id, [...(posts.get(row.video_id) ?? []), toPost(row)]);
  return {
    renders,
    seen: new Set(finished.keys()),
    deliveries: new Map(deliveryRows.map((row) => [row.video_id, row])),
    posts,
  };
}

/** Undefined if the delivery is of an earlier variation. */
export const currentDelivery = (delivery: DeliveryRow | undefined, variation: number): DeliveryRow | undefined =>
  delivery && delivery.variation >= variation ? delivery : undefined;

function toRender(row: Selectable<SchedulingDatabase['video_renders']>): Render {
  const { variation, state, percent, code, started_at: startedAt, finished_at: finishedAt } = row;
  return { variation, state, percent, code, causeData: {}, startedAt, finishedAt, nextTryAt: row.next_try_at };
}

function toPost(row: Selectable<SchedulingDatabase['video_posts']>): Post {
  const { platform, state, code, needs, permalink } = row;
  const { posted_at: postedAt, changed_at, next_check_at: nextCheckAt, goes_out_at: goesOutAt } = row;
  const causeData = { ...row.cause_data, platform, postedAt, goesOutAt };
  return { platform, state, code, causeData, needs, permalink, at: postedAt ?? changed_at, nextCheckAt, goesOutAt };
}
