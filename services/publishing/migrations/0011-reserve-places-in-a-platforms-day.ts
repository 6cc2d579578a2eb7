import { type Kysely, sql } from 'kysely';

/**
 * A target holds its place in its platform's day, and knows why it goes out on another day than its entry says. What was
 * made before holds none yet: it is given one when it is staged or goes out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table post_targets
    add column budget_scope text,
    add column budget_day text,
    add column moved jsonb,
    add constraint post_targets_budget_check check ((budget_scope is null) = (budget_day is null))`.execute(db);
  await sql`alter table videos add column time_zone text not null default ''`.execute(db);
  await sql`create index platform_budgets_day_idx on platform_budgets (day)`.execute(db);
}
