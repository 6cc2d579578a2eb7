import { type Kysely, sql } from 'kysely';

/** A person's logo and colours, and what of them a video was requested with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table logos (
    user_id text not null,
    digest text not null,
    image bytea not null,
    width integer not null,
    height integer not null,
    stored_at timestamptz not null default now(),
    primary key (user_id, digest)
  )`.execute(db);
  await sql`create table brandings (
    user_id text primary key,
    logo_digest text,
    palette text[] not null,
    corner text not null,
    saved_at timestamptz not null,
    constraint brandings_corner_check check (corner in ('top_left', 'top_right', 'bottom_left', 'bottom_right')),
    foreign key (user_id, logo_digest) references logos (user_id, digest)
  )`.execute(db);
  await sql`alter table generation_jobs
    add column branding jsonb,
    add column is_branded boolean`.execute(db);
}
