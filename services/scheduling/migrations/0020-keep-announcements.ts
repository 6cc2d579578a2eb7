import { type Kysely, sql } from 'kysely';

/** What publishing is about to commit, kept here so that its database can be restored without posting again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table announced_posts (
    video_id text not null,
    platform text not null,
    number integer not null,
    user_id text not null,
    epoch text not null,
    memo text not null,
    announced_at timestamptz not null,
    primary key (video_id, platform, number)
  )`.execute(db);
  await sql`create index announced_posts_user_id_idx on announced_posts (user_id)`.execute(db);
  await sql`create index announced_posts_announced_at_idx on announced_posts (announced_at)`.execute(db);
}
