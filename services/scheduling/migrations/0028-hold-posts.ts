import { type Kysely, sql } from 'kysely';

/** What a person decided about all posts and about one entry: paused, skipped, approved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table usage_accounts
      add column posting_paused boolean not null default false,
      add column posting_paused_at timestamptz,
      add column posting_resumed_at timestamptz,
      add column posting_revision integer not null default 0`.execute(db);
  await sql`
    alter table scheduled_videos
      add column skipped boolean not null default false,
      add column approved_variation integer`.execute(db);
  await sql`
    alter table video_configurations
      add column ask_before_posting boolean not null default false`.execute(db);
}
