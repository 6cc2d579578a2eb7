import { type Kysely, sql } from 'kysely';

/**
 * A target knows when its commit was called, in product time: a post is found later than it went out. And it knows the
 * last cause that kept it beyond its time, and until when, so that a late post blames a platform only where one was to blame.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post_targets
    add column sent_at timestamptz,
    add column held_by text,
    add column held_until timestamptz`.execute(db);
}
