import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who somebody is at Google is the issuer and its name for them together.
  await sql`alter table users add column google_iss text not null default 'https://accounts.google.com'`.execute(db);
  await sql`alter table users drop constraint users_google_sub_key`.execute(db);
  await sql`alter table users add constraint users_google_iss_google_sub_key unique (google_iss, google_sub)`.execute(
    db,
  );

  await sql`create table google_sign_ins (
    state_hash text primary key,
    nonce text not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index google_sign_ins_expires_at_idx on google_sign_ins (expires_at)`.execute(db);

  await sql`create table google_link_wishes (
    id_hash text primary key,
    user_id bigint not null references users (id) on delete cascade,
    google_iss text not null,
    google_sub text not null,
    expires_at timestamptz not null
  )`.execute(db);
  await sql`create index google_link_wishes_user_id_idx on google_link_wishes (user_id)`.execute(db);
  await sql`create index google_link_wishes_expires_at_idx on google_link_wishes (expires_at)`.execute(db);
}
