import { type Kysely, sql } from 'kysely';

/**
 * The account knows the version of its user's configuration, by a trigger, whoever writes. The dispatcher, which holds the
 * account, then sees whether the configuration that it read is the newest, and need not lock it as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table usage_accounts add column configuration_version bigint not null default 0`.execute(db);
  await sql`update usage_accounts a set configuration_version = c.version
    from video_configurations c where c.user_id = a.user_id`.execute(db);
  await sql`create function know_newest_configuration() returns trigger language plpgsql as $$
    begin
      update usage_accounts set configuration_version = new.version where user_id = new.user_id;
      return null;
    end $$`.execute(db);
  await sql`create trigger saved after insert or update of version on video_configurations for each row
    execute function know_newest_configuration()`.execute(db);
}
