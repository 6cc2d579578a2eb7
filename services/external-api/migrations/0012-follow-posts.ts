import { type Kysely, sql } from 'kysely';

/**
 * What the answer about a post is made of, so that it can be given at any time. Columns are added only: a process of the
 * release before writes and reads its own; it takes a key answered by this one as given up, and goes on with the same posts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table partner_posts
    add column position smallint not null default 0,
    add column revision bigint,
    add column container_id text not null default '',
    add column account_id text not null default '',
    add column account_name text not null default '',
    add column goes_out_at timestamptz`.execute(db);
  // The platforms of answered requests that were not connected were in the kept answers alone.
  await sql`insert into partner_posts (post_id, request_id, key_id, user_id, platform, position, title, description,
      state, code, message, created_at, updated_at)
    select gen_random_uuid(), k.request_id, k.key_id, k.user_id, e.key, 8, sent.title, sent.description,
      'failed', e.value ->> 'error', e.value ->> 'message', sent.created_at, sent.updated_at
    from idempotency_keys k
    cross join lateral jsonb_each(k.answer -> 'errors') e
    cross join lateral (select p.title, p.description, p.created_at, p.updated_at
      from partner_posts p where p.request_id = k.request_id limit 1) sent
    where e.value ->> 'error' = 'PLATFORM_NOT_CONNECTED'
    on conflict do nothing`.execute(db);
  // The lease token its request was answered under: another try of the request has another token.
  await sql`alter table idempotency_keys add column answered_token bigint`.execute(db);
}
