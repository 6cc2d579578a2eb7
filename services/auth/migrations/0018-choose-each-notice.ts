import { type Kysely, sql } from 'kysely';

/** Whether posts and connections are mailed about; `mail_notices` stays the switch for payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users
    add column mail_post_problems boolean not null default true,
    add column mail_connection_ends boolean not null default true`.execute(db);
  await sql`create table post_notices (
    video_id text not null,
    platform text not null,
    action text not null,
    user_id bigint not null references users (id) on delete cascade,
    mail_id uuid not null references mails (id) on delete cascade,
    details jsonb not null,
    created_at timestamptz not null,
    constraint post_notices_pkey primary key (video_id, platform, action)
  )`.execute(db);
  await sql`create index post_notices_mail_id_idx on post_notices (mail_id)`.execute(db);
  await sql`create index post_notices_user_id_idx on post_notices (user_id)`.execute(db);
}
