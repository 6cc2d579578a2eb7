import { type Kysely, sql } from 'kysely';

/**
 * What a person decided in the calendar about all posts and about one video: paused, skipped, approved. And what a
 * platform said about a post before its time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table posting_rules (
      user_id text primary key,
      paused boolean not null,
      resumed_at timestamptz,
      ask_before_posting boolean not null,
      revision integer not null
    )`.execute(db);
  await sql`
    alter table videos
      add column skipped boolean not null default false,
      add column approved_variation integer`.execute(db);
  await sql`alter table posts add column requested_variation integer, add column preflighted_at timestamptz, add column foreseen text`.execute(
    db,
  );
}
