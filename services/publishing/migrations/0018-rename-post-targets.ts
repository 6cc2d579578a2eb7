import { type Kysely, sql } from 'kysely';

/** The table of posts is `posts`, with its constraints and indexes; an attempt belongs to a post. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post_targets rename to posts`.execute(db);
  await sql`alter table post_attempts rename column target_id to post_id`.execute(db);
  await sql`alter index post_targets_next_action_at_idx rename to posts_next_action_at_idx`.execute(db);
  await sql`alter index post_targets_user_id_idx rename to posts_user_id_idx`.execute(db);
  await sql`alter index post_attempts_target_id_idx rename to post_attempts_post_id_idx`.execute(db);
  await renameConstraints(db, { table: 'posts', from: 'post_targets_', to: 'posts_' });
  await renameConstraints(db, {
    table: 'post_attempts',
    from: 'post_attempts_target_id_',
    to: 'post_attempts_post_id_',
  });
}

async function renameConstraints(
  db: Kysely<unknown>,
  { table, from, to }: { table: string; from: string; to: string },
): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
     where conrelid = ${table}::regclass and starts_with(conname, ${from})`.execute(db);
  for (const { name } of rows) {
    const renamed = to + name.slice(from.length);
    await sql`alter table ${sql.table(table)} rename constraint ${sql.ref(name)} to ${sql.ref(renamed)}`.execute(db);
  }
}
