import { type Kysely, sql } from 'kysely';

export const transaction = false;

/** Who had turned all notices off gets none of the new kinds either. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const changed = await sql`
      update users set mail_post_problems = false, mail_connection_ends = false
       where id in (select id from users where not mail_notices and mail_post_problems limit 5000)`.execute(db);
    isDone = !changed.numAffectedRows;
  }
}
