import { type Kysely, sql } from 'kysely';

/** What only an account's owner can do before a post goes out. Of what waits already it follows from its cause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table video_posts add column needs text not null default ''`.execute(db);
  await sql`update video_posts
    set needs = case when code in ('SETUP_NEEDED', 'PAGE_NOT_CHOSEN', 'PRIVACY_OPTION_GONE') then 'setting'
                     else 'reconnect' end
    where code in ('SETUP_NEEDED', 'PAGE_NOT_CHOSEN', 'PRIVACY_OPTION_GONE', 'RECONNECT_NEEDED', 'TOKEN_REJECTED',
                   'ACCESS_REMOVED', 'ACCESS_EXPIRED', 'PASSWORD_CHANGED', 'CHECKPOINT', 'SCOPE_MISSING')`.execute(db);
}
