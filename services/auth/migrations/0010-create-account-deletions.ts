import { type Kysely, sql } from 'kysely';

/**
 * Receipts of deleted accounts: what each service erased, and when. No name and no address stands here; the bare user id
 * only until the last service is done, for it is what they answer by. The code is kept hashed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table account_deletions (
    code_hash text primary key,
    user_id text,
    reason text not null,
    requested_at timestamptz not null,
    finished_at timestamptz,
    constraint account_deletions_user_id_key unique (user_id),
    constraint account_deletions_reason_check check (reason in ('owner', 'displaced', 'inactive'))
  )`.execute(db);
  await sql`create table account_deletion_parts (
    code_hash text not null references account_deletions (code_hash) on delete cascade,
    service text not null,
    finished_at timestamptz,
    erased jsonb not null default '[]',
    primary key (code_hash, service)
  )`.execute(db);
  // Null: not since this column is there; the account's age counts then.
  await sql`alter table users add column last_active_at timestamptz`.execute(db);
}
