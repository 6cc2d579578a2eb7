import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // One row per dispute of a payment, with the state Stripe said last. Belongs to the payment, names nobody.
  await sql`create table disputes (
    id text primary key,
    payment_id text not null references payments (id),
    amount_cents bigint not null,
    reason text not null,
    status text not null,
    opened_at timestamptz not null,
    updated_at timestamptz not null
  )`.execute(db);
  await sql`create index disputes_payment_id_idx on disputes (payment_id)`.execute(db);

  // What billing put right by itself: a subscription ended, its payment given back. Written before Stripe is told.
  await sql`create table corrections (
    id uuid primary key default gen_random_uuid(),
    reason text not null,
    subscription_id text not null,
    payment_id text,
    amount_cents bigint not null,
    opened_at timestamptz not null,
    done_at timestamptz,
    constraint corrections_reason_check check (reason in ('second_subscription', 'paid_after_end'))
  )`.execute(db);
  await sql`create unique index corrections_key on corrections (subscription_id, coalesce(payment_id, ''))`.execute(db);

  // What a change of plan set out to reach, so that one paid or given up later is brought to its end.
  await sql`alter table intentions
    add column subscription_id text,
    add column wanted_price_id text,
    add column planned_price_id text`.execute(db);

  // Whether an event says that there is another card.
  await sql`alter table stripe_events add column card_changed boolean not null default false`.execute(db);
}
