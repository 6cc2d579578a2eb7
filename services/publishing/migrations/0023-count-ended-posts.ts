import { type Kysely, sql } from 'kysely';

/**
 * The ends of posts. `ended_posts` has those that are not counted yet; `ended_post_totals` has the others, added up. They
 * name nobody, and stay when an account is deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ended_posts (
    id bigint primary key generated always as identity,
    month text not null,
    platform text not null,
    outcome text not null,
    cause text not null,
    lateness_le integer not null,
    lateness_seconds double precision not null
  )`.execute(db);
  await sql`create table ended_post_totals (
    month text not null,
    platform text not null,
    outcome text not null,
    cause text not null,
    lateness_le integer not null,
    posts bigint not null,
    lateness_seconds double precision not null,
    primary key (month, platform, outcome, cause, lateness_le)
  )`.execute(db);
}
