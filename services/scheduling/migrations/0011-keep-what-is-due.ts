import { type Kysely, sql } from 'kysely';

/**
 * What is planned, and when, in a narrow table of its own: no index of the entries speaks of their state any more, so
 * that marking an entry as requested touches none. Triggers keep the two in step, whoever writes. The dispatcher alone
 * makes requested what was planned; it takes the row out itself, so for that no trigger fires.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table due_entries (
    video_id uuid primary key,
    user_id text not null,
    publish_at timestamptz not null
  )`.execute(db);
  await sql`lock table scheduled_videos in share row exclusive mode`.execute(db);
  await sql`insert into due_entries (video_id, user_id, publish_at)
    select id, user_id, publish_at from scheduled_videos where state = 'planned'`.execute(db);
  await sql`create index due_entries_publish_at_idx on due_entries (publish_at)`.execute(db);
  await sql`drop index scheduled_videos_due_idx`.execute(db);

  await sql`create function enter_due_entry() returns trigger language plpgsql as $$
    begin
      insert into due_entries (video_id, user_id, publish_at) values (new.id, new.user_id, new.publish_at)
        on conflict (video_id) do update set publish_at = excluded.publish_at;
      return null;
    end $$`.execute(db);
  await sql`create function leave_due_entry() returns trigger language plpgsql as $$
    begin
      delete from due_entries where video_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger planned after insert on scheduled_videos for each row
    when (new.state = 'planned') execute function enter_due_entry()`.execute(db);
  await sql`create trigger planned_anew after update of state, publish_at on scheduled_videos for each row
    when (new.state = 'planned' and (old.state <> 'planned' or old.publish_at is distinct from new.publish_at))
    execute function enter_due_entry()`.execute(db);
  await sql`create trigger planned_no_more after update of state on scheduled_videos for each row
    when (old.state = 'planned' and new.state not in ('planned', 'requested'))
    execute function leave_due_entry()`.execute(db);
  await sql`create trigger erased after delete on scheduled_videos for each row
    when (old.state = 'planned') execute function leave_due_entry()`.execute(db);
}
