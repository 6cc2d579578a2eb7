import { type Kysely, sql } from 'kysely';

/** Browsers that signed in to an account, or with the admin code: what others get wrong does not make them wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table known_browsers (
    id_hash text not null,
    user_id bigint references users (id) on delete cascade,
    seen_at timestamptz not null default clock_timestamp(),
    constraint known_browsers_key unique nulls not distinct (id_hash, user_id)
  )`.execute(db);
  await sql`create index known_browsers_user_id_idx on known_browsers (user_id, seen_at)`.execute(db);

  await sql`alter table failed_attempts add column network text`.execute(db);
  await sql`create index failed_attempts_network_idx on failed_attempts (network) where network is not null`.execute(
    db,
  );
}
