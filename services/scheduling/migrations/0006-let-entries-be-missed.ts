import { type Kysely, sql } from 'kysely';

/** An entry whose time had long passed when it would have been asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scheduled_videos
    drop constraint scheduled_videos_state_check,
    add constraint scheduled_videos_state_check
      check (state in ('planned', 'paused', 'requested', 'missed', 'cancelled'))`.execute(db);
}
