import { type Kysely, sql } from 'kysely';

/** Which commit of its post an attempt was: announced under that number, so that a restored ledger learns of it again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post_attempts add column number integer`.execute(db);
  await sql`update post_attempts a set number = n.number
    from (select id, row_number() over (partition by target_id order by id) as number
            from post_attempts where step = 'commit') n
   where a.id = n.id`.execute(db);
}
