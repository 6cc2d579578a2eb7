import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row per user, and the lock for everything about that user's money.
  await sql`create table accounts (
    id text primary key,
    email text,
    first_name text,
    last_name text,
    profile_revision bigint not null default 0,
    stripe_customer_id text,
    stripe_reads bigint not null default 0,
    close_due_at timestamptz,
    closed_at timestamptz,
    lease_token bigint not null default 0,
    leased_until timestamptz,
    constraint accounts_stripe_customer_id_key unique (stripe_customer_id)
  )`.execute(db);
  await sql`create index accounts_close_due_idx on accounts (close_due_at)
    where close_due_at is not null and closed_at is null`.execute(db);

  await sql`create table subscriptions (
    id text primary key references accounts (id),
    tier text not null,
    is_annual boolean not null,
    status text not null,
    current_period_start timestamptz,
    current_period_end timestamptz,
    month_anchor timestamptz,
    cancelled_at timestamptz,
    expires_at timestamptz,
    next_tier text,
    stripe_subscription_id text,
    lapses_at timestamptz,
    revision bigint not null,
    updated_at timestamptz not null,
    lease_token bigint not null default 0,
    leased_until timestamptz,
    constraint subscriptions_tier_check check (tier in ('free', 'starter', 'pro', 'elite')),
    constraint subscriptions_status_check
      check (status in ('none', 'active', 'cancelling', 'downgrade_pending', 'past_due'))
  )`.execute(db);
  await sql`create index subscriptions_lapses_at_idx on subscriptions (lapses_at) where lapses_at is not null`.execute(
    db,
  );

  // One row per invoice that was paid; outlives the account without its user.
  await sql`create table payments (
    id text primary key,
    user_id text,
    amount_cents bigint not null,
    refunded_cents bigint not null default 0,
    currency text not null,
    tier text not null,
    paid_at timestamptz not null,
    constraint payments_refunded_cents_check check (refunded_cents between 0 and amount_cents)
  )`.execute(db);
  await sql`create index payments_user_id_idx on payments (user_id)`.execute(db);

  // What a user has set out to do at Stripe; the id is the idempotency key of the call that does it.
  await sql`create table intentions (
    id uuid primary key default gen_random_uuid(),
    user_id text not null references accounts (id),
    kind text not null,
    target text not null,
    checkout_session_id text,
    opened_at timestamptz not null,
    closed_at timestamptz,
    constraint intentions_kind_check check (kind in ('checkout', 'change'))
  )`.execute(db);
  await sql`create unique index intentions_user_id_kind_key on intentions (user_id, kind) where closed_at is null`.execute(
    db,
  );

  // Stripe's webhook events, until each was acted on and then as a record of it.
  await sql`create table stripe_events (
    id text primary key,
    type text not null,
    customer_id text,
    invoice_id text,
    charge_id text,
    due_at timestamptz not null,
    attempts integer not null default 0,
    done_at timestamptz,
    lease_token bigint not null default 0,
    leased_until timestamptz
  )`.execute(db);
  await sql`create index stripe_events_due_idx on stripe_events (due_at) where done_at is null`.execute(db);
}
