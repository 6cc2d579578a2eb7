import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column mail_notices boolean not null default true`.execute(db);

  await sql`create table mails (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    to_address text not null,
    user_id bigint references users (id) on delete cascade,
    reason text,
    details jsonb not null default '{}',
    state text not null default 'waiting',
    attempts integer not null default 0,
    due_at timestamptz not null,
    created_at timestamptz not null,
    ended_at timestamptz,
    lease_token bigint not null default 0,
    leased_until timestamptz,
    constraint mails_reason_key unique (reason),
    constraint mails_state_check check (state in ('waiting', 'sent', 'failed'))
  )`.execute(db);
  await sql`create index mails_due_at_idx on mails (due_at) where state = 'waiting'`.execute(db);
  await sql`create index mails_user_id_idx on mails (user_id)`.execute(db);

  await sql`create table password_resets (
    mail_id uuid primary key references mails (id) on delete cascade,
    user_id bigint not null references users (id) on delete cascade,
    token_hash text not null,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    constraint password_resets_token_hash_key unique (token_hash)
  )`.execute(db);
  await sql`create index password_resets_user_id_idx on password_resets (user_id)`.execute(db);
}
