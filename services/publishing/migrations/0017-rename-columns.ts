import { type Kysely, sql } from 'kysely';

/** Connections and posts say in one column when their next step is due; attempts begin and finish. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_connections rename column work_at to next_action_at`.execute(db);
  await sql`alter table social_connections rename column grant_no to grant_number`.execute(db);
  await sql`alter index social_connections_work_at_idx rename to social_connections_next_action_at_idx`.execute(db);
  await sql`alter table post_attempts rename column intent_at to started_at`.execute(db);
  await sql`alter table post_attempts rename column number to commit_number`.execute(db);
  await sql`alter table deleted_users rename column told_at to announced_at`.execute(db);
}
