import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { AnalyticsDatabase } from '../database.ts';

type Db = Kysely<AnalyticsDatabase>;
type Trx = Transaction<AnalyticsDatabase>;
type Row<Table extends keyof AnalyticsDatabase> = Insertable<AnalyticsDatabase[Table]>;

interface PostKey {
  readonly videoId: string;
  readonly platform: string;
  readonly userId: string;
  readonly postedAt: Date;
}

/** Saves where a post is that went out, unless a later revision is stored. */
export async function savePostedAt(
  trx: Trx,
  { videoId, platform, userId, postedAt }: PostKey,
  { permalink, revision }: { readonly permalink: string | null; readonly revision: number },
): Promise<void> {
  const columns = { posted_at: postedAt, permalink, post_revision: revision };
  await trx
    .insertInto('post_views')
    .values({ video_id: videoId, platform, user_id: userId, ...columns })
    .onConflict((conflict) =>
      conflict.columns(['video_id', 'platform']).doUpdateSet(columns).where('post_views.post_revision', '<', revision),
    )
    .execute();
}

type Numbers = Pick<Row<'post_views'>, 'views' | 'likes' | 'watch_seconds' | 'measured_at' | 'code'> & {
  readonly changed_at: Date;
};

/** Saves what a platform reported of a post, unless something later is stored. */
export async function saveViews(
  trx: Trx,
  { videoId, platform, userId, postedAt }: PostKey,
  numbers: Numbers,
): Promise<void> {
  await trx
    .insertInto('post_views')
    .values({ video_id: videoId, platform, user_id: userId, posted_at: postedAt, ...numbers })
    .onConflict((conflict) =>
      conflict
        .columns(['video_id', 'platform'])
        .doUpdateSet(numbers)
        .where((eb) =>
          eb.or([eb('post_views.changed_at', 'is', null), eb('post_views.changed_at', '<', numbers.changed_at)]),
        ),
    )
    .execute();
}

interface Label {
  readonly videoId: string;
  readonly userId: string;
  readonly title: string;
  /** Absent where the event does not name it. */
  readonly style?: string;
  readonly revision: number;
  readonly at: Date;
}

/** Saves the style and the title of a video, each unless a later revision is stored. */
export async function saveLabel(trx: Trx, { videoId, userId, title, style, revision, at }: Label): Promise<void> {
  await trx
    .insertInto('video_labels')
    .values({
      video_id: videoId,
      user_id: userId,
      title,
      title_revision: revision,
      ...(style !== undefined && { style, style_revision: revision }),
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict.column('video_id').doUpdateSet({
        title: later('title'),
        title_revision: sql`greatest(video_labels.title_revision, excluded.title_revision)`,
        style: later('style'),
        style_revision: sql`greatest(video_labels.style_revision, excluded.style_revision)`,
        updated_at: sql`greatest(video_labels.updated_at, excluded.updated_at)`,
      }),
    )
    .execute();
}

const later = (column: 'title' | 'style') => {
  const [own, other] = [sql.ref(`video_labels.${column}`), sql.ref(`excluded.${column}`)];
  const [ownRevision, otherRevision] = [
    sql.ref(`video_labels.${column}_revision`),
    sql.ref(`excluded.${column}_revision`),
  ];
  return sql<string>`case when ${otherRevision} > ${ownRevision} then ${other} else ${own} end`;
};

/** A post that went out, with what is known of it. */
export interface SeenPost {
  readonly videoId: string;
  readonly platform: string;
  readonly title: string;
  readonly style: string | null;
  readonly postedAt: Date;
  readonly permalink: string | null;
  readonly views: number | null;
  readonly likes: number | null;
  readonly watchSeconds: number | null;
  readonly measuredAt: Date | null;
  readonly code: string | null;
}

/** The place in the list after a post. */
export type Place = Pick<SeenPost, 'postedAt' | 'videoId' | 'platform'>;

/** A user's posts, the newest first. */
export function listSeenPosts(
  db: Db,
  userId: string,
  { after, limit }: { readonly after?: Place | undefined; readonly limit?: number } = {},
): Promise<SeenPost[]> {
  return db
    .selectFrom('post_views as p')
    .leftJoin('video_labels as l', 'l.video_id', 'p.video_id')
    .select([
      'p.video_id as videoId',
      'p.platform',
      sql<string>`coalesce(l.title, '')`.as('title'),
      'l.style',
      'p.posted_at as postedAt',
      'p.permalink',
      'p.views',
      'p.likes',
      'p.watch_seconds as watchSeconds',
      'p.measured_at as measuredAt',
      'p.code',
    ])
    .where('p.user_id', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(p.posted_at, p.video_id, p.platform) < (${after?.postedAt}, ${after?.videoId}, ${after?.platform})`,
      ),
    )
    .orderBy('p.posted_at', 'desc')
    .orderBy('p.video_id', 'desc')
    .orderBy('p.platform', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

/** The platforms at which a post of the user has one of these codes; of several codes the first by the alphabet. */
export function listPlatformsWith(
  db: Db,
  userId: string,
  codes: readonly string[],
): Promise<{ platform: string; code: string }[]> {
  return db
    .selectFrom('post_views')
    .distinctOn('platform')
    .select(['platform', sql<string>`code`.as('code')])
    .where('user_id', '=', userId)
    .where('code', 'in', codes)
    .orderBy('platform')
    .orderBy('code')
    .execute();
}

/** @returns the number of deleted rows */
export async function deleteViewsOf(trx: Trx, userId: string): Promise<number> {
  const views = trx.deleteFrom('post_views').where('user_id', '=', userId);
  const labels = trx.deleteFrom('video_labels').where('user_id', '=', userId);
  const counts = [await views.executeTakeFirstOrThrow(), await labels.executeTakeFirstOrThrow()];
  return counts.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0);
}

/** Deletes posts of more than twelve months ago, and the names of videos that were not changed since and have no post. */
export async function deleteOldViews(db: Db, now: Date): Promise<void> {
  const cutoff = sql<Date>`${now}::timestamptz - interval '12 months'`;
  await db.deleteFrom('post_views').where('posted_at', '<', cutoff).execute();
  await db
    .deleteFrom('video_labels as label')
    .where('updated_at', '<', cutoff)
    .where((label) =>
      label.not(label.exists(label.selectFrom('post_views').whereRef('video_id', '=', 'label.video_id'))),
    )
    .execute();
}
