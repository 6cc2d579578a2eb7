import { type Kysely, sql } from 'kysely';

/** How often each post that went out was seen, and when its platform is asked again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table post_measures (
    id uuid primary key,
    user_id text not null,
    platform text not null,
    posted_at timestamptz not null,
    views bigint,
    likes bigint,
    watch_seconds bigint,
    measured_at timestamptz,
    code text,
    next_at timestamptz,
    tries integer not null default 0,
    lease_token bigint not null default 0,
    leased_until timestamptz
  )`.execute(db);
  await sql`create index post_measures_next_at_idx on post_measures (next_at) where next_at is not null`.execute(db);
  await sql`create index post_measures_user_id_platform_idx on post_measures (user_id, platform)`.execute(db);
  await sql`create or replace trigger notify_change after insert or update on post_measures
    for each row execute function notify_change()`.execute(db);
}
