import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table profile_photos (
    user_id bigint primary key references users (id) on delete cascade,
    id text not null,
    image bytea not null,
    created_at timestamptz not null,
    constraint profile_photos_id_key unique (id)
  )`.execute(db);
  // WebP does not compress further.
  await sql`alter table profile_photos alter column image set storage external`.execute(db);

  await sql`create table photo_uploads (
    user_id bigint primary key references users (id) on delete cascade,
    window_start timestamptz not null,
    used integer not null
  )`.execute(db);
}
