import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table page_views (
    id bigint generated always as identity primary key,
    path text not null,
    user_agent text,
    ip_address text,
    referer text,
    user_id text,
    created_at timestamptz not null
  )`.execute(db);
  await sql`create index page_views_created_at_idx on page_views (created_at)`.execute(db);
  await sql`create index page_views_user_id_idx on page_views (user_id) where user_id is not null`.execute(db);
  await sql`create table page_view_days (
    day date not null,
    path text not null,
    views bigint not null,
    primary key (day, path)
  )`.execute(db);

  await sql`create table users (
    user_id text primary key,
    registered_at timestamptz not null
  )`.execute(db);
  await sql`create index users_registered_at_idx on users (registered_at)`.execute(db);
  // So that an event that comes late brings nobody back
  await sql`create table deleted_users (
    user_id text primary key,
    deleted_at timestamptz not null
  )`.execute(db);
  await sql`create table subscriptions (
    user_id text primary key,
    tier text not null,
    period_end timestamptz,
    revision bigint not null
  )`.execute(db);
  await sql`create table payments (
    payment_id text primary key,
    user_id text,
    tier text not null,
    amount_cents bigint not null,
    currency text not null,
    paid_at timestamptz not null
  )`.execute(db);
  await sql`create index payments_user_id_idx on payments (user_id)`.execute(db);
  // One payment may be refunded in several parts, and a refund may be heard of before its payment
  await sql`create table refunds (
    event_id uuid primary key,
    payment_id text not null,
    amount_cents bigint not null,
    refunded_at timestamptz not null
  )`.execute(db);
  await sql`create index refunds_payment_id_idx on refunds (payment_id)`.execute(db);
  await sql`create table configurations (
    user_id text primary key,
    version bigint not null,
    saved_at timestamptz not null
  )`.execute(db);
  await sql`create table videos (
    video_id text primary key,
    user_id text,
    requested_at timestamptz not null
  )`.execute(db);
  await sql`create index videos_user_id_idx on videos (user_id)`.execute(db);
  await sql`create table renders (
    video_id text not null,
    variation integer not null,
    outcome text not null,
    ended_at timestamptz not null,
    primary key (video_id, variation),
    constraint renders_outcome_check check (outcome in ('generated', 'failed'))
  )`.execute(db);
  await sql`create table regenerations (
    regeneration_id text primary key,
    user_id text,
    video_count integer not null,
    regenerated_at timestamptz not null
  )`.execute(db);
  await sql`create index regenerations_user_id_idx on regenerations (user_id)`.execute(db);
  await sql`create table connections (
    user_id text not null,
    platform text not null,
    state text not null,
    revision bigint not null,
    primary key (user_id, platform)
  )`.execute(db);
  await sql`create table posts (
    video_id text not null,
    platform text not null,
    state text not null,
    revision bigint not null,
    primary key (video_id, platform)
  )`.execute(db);
}
