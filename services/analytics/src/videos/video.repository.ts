import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';

type Trx = Transaction<AnalyticsDatabase>;
type Row<Table extends keyof AnalyticsDatabase> = Insertable<AnalyticsDatabase[Table]>;

/** Saves the time of a user's last saved configuration, unless a later version is stored. */
export async function saveConfiguration(trx: Trx, configuration: Row<'configurations'>): Promise<void> {
  const { user_id: _, ...columns } = configuration;
  await trx
    .insertInto('configurations')
    .values(configuration)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(columns).where('configurations.version', '<', configuration.version),
    )
    .execute();
}

/** One row per video; a regeneration is the same video. */
export async function insertVideo(trx: Trx, video: Row<'videos'>): Promise<void> {
  await trx
    .insertInto('videos')
    .values(video)
    .onConflict((conflict) => conflict.column('video_id').doNothing())
    .execute();
}

/** Saves the result of a render; a finished render stays finished. */
export async function saveRender(trx: Trx, render: Row<'renders'>): Promise<void> {
  const { outcome, ended_at } = render;
  await trx
    .insertInto('renders')
    .values(render)
    .onConflict((conflict) => {
      const key = conflict.columns(['video_id', 'variation']);
      return outcome === 'generated' ? key.doUpdateSet({ outcome, ended_at }) : key.doNothing();
    })
    .execute();
}

export async function insertRegeneration(trx: Trx, regeneration: Row<'regenerations'>): Promise<void> {
  await trx
    .insertInto('regenerations')
    .values(regeneration)
    .onConflict((conflict) => conflict.column('regeneration_id').doNothing())
    .execute();
}

/** Saves the state of a post, unless a later revision is stored. */
export async function savePost(trx: Trx, post: Row<'posts'>): Promise<void> {
  const { state, revision } = post;
  await trx
    .insertInto('posts')
    .values(post)
    .onConflict((conflict) =>
      conflict
        .columns(['video_id', 'platform'])
        .doUpdateSet({ state, revision })
        .where('posts.revision', '<', revision),
    )
    .execute();
}

/** @returns the number of deleted rows */
export async function deleteConfiguration(trx: Trx, userId: string): Promise<number> {
  const query = trx.deleteFrom('configurations').where('user_id', '=', userId);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

/** @returns the number of videos and regenerations that stay without the user's id */
export async function anonymizeVideosOf(trx: Trx, userId: string): Promise<number> {
  const videos = trx.updateTable('videos').set({ user_id: null }).where('user_id', '=', userId);
  const regenerations = trx.updateTable('regenerations').set({ user_id: null }).where('user_id', '=', userId);
  const counts = [await videos.executeTakeFirstOrThrow(), await regenerations.executeTakeFirstOrThrow()];
  return counts.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
}

/** Removes the users' ids from videos and regenerations of more than twelve months ago. */
export async function anonymizeOldVideos(db: Kysely<AnalyticsDatabase>, now: Date): Promise<void> {
  await sql`update videos set user_id = null
    where user_id is not null and requested_at < ${now}::timestamptz - interval '12 months'`.execute(db);
  await sql`update regenerations set user_id = null
    where user_id is not null and regenerated_at < ${now}::timestamptz - interval '12 months'`.execute(db);
}
