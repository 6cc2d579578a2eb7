import { type Kysely, sql } from 'kysely';

/** `due_entries` and `usage_accounts.configuration_version` are written by the statements that change what they follow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const trigger of ['planned', 'planned_anew', 'planned_no_more', 'erased']) {
    await sql`drop trigger ${sql.ref(trigger)} on scheduled_videos`.execute(db);
  }
  await sql`drop function enter_due_entry, leave_due_entry`.execute(db);
  await sql`drop trigger saved on video_configurations`.execute(db);
  await sql`drop function know_newest_configuration`.execute(db);
}
