import { type Kysely, sql } from 'kysely';

/** What is counted with a name on it loses the name after its time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index videos_named_idx on videos (requested_at) where user_id is not null`.execute(db);
  await sql`create index regenerations_named_idx on regenerations (regenerated_at) where user_id is not null`.execute(
    db,
  );
}
