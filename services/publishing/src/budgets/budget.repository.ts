import { type Kysely, sql, type Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';
import { dayIn } from './days.ts';

type Trx = Transaction<PublishingDatabase>;

/** A budget: `scope` is `app` for all of Reelwright, else an account's id at the platform. */
export interface BudgetKey {
  readonly platform: Platform;
  readonly scope: string;
}

/** Serializes all changes of one budget, so that slots may be swapped between days in any order. */
export async function lockBudget(trx: Trx, { platform, scope }: BudgetKey): Promise<void> {
  const name = `budget:${platform}:${scope}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Takes one slot of a day. @returns false if the day has reached the limit; nothing is changed then */
export async function takeSlot(trx: Trx, given: BudgetKey & { day: string; limit: number }): Promise<boolean> {
  const { platform, scope, day, limit } = given;
  if (limit < 1) return false;
  const taken = await trx
    .insertInto('platform_budgets')
    .values({ platform, scope, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['platform', 'scope', 'day'])
        .doUpdateSet({ used: sql<number>`platform_budgets.used + 1` })
        .where(sql<boolean>`platform_budgets.used < ${limit}`),
    )
    .returning('used')
    .executeTakeFirst();
  return taken !== undefined;
}

export async function returnSlot(trx: Trx, { platform, scope, day }: BudgetKey & { day: string }): Promise<void> {
  await trx
    .updateTable('platform_budgets')
    .set({ used: sql<number>`used - 1` })
    .where('platform', '=', platform)
    .where('scope', '=', scope)
    .where('day', '=', day)
    .where('used', '>', 0)
    .execute();
}

/** Marks a day as full: the platform refused a post by its own limit, whatever our count is. */
export async function closeDay(trx: Trx, given: BudgetKey & { day: string; perDay: number }): Promise<void> {
  const { platform, scope, day, perDay } = given;
  await trx
    .insertInto('platform_budgets')
    .values({ platform, scope, day, used: perDay })
    .onConflict((conflict) =>
      conflict
        .columns(['platform', 'scope', 'day'])
        .doUpdateSet({ used: sql<number>`greatest(platform_budgets.used, ${perDay})` }),
    )
    .execute();
}

/** The slots that are taken, by day, starting with the day `from`. Days without any are missing. */
export async function usedSlots(
  db: Kysely<PublishingDatabase>,
  { platform, scope }: BudgetKey,
  from: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('platform_budgets')
    .select([sql<string>`day::text`.as('day'), 'used'])
    .where('platform', '=', platform)
    .where('scope', '=', scope)
    .where('day', '>=', from)
    .execute();
  return new Map(rows.map(({ day, used }) => [day, used]));
}

/** Deletes an account's budget, unless another user is connected to the account too. */
export async function deleteAccountBudget(
  trx: Trx,
  { platform, accountId, userId }: { platform: Platform; accountId: string; userId: string },
): Promise<void> {
  await sql`delete from platform_budgets where platform = ${platform} and scope = ${accountId}
    and not exists (select from social_connections
      where platform = ${platform} and account_id = ${accountId} and user_id <> ${userId})`.execute(trx);
}

/** A post that is up to 6 hours late may need yesterday's row; older rows are kept for inquiries. */
const KEPT_MS = 30 * 86_400_000;

/** Deletes days that ended more than 30 days ago. */
export async function pruneDays(db: Kysely<PublishingDatabase>, now: Date): Promise<void> {
  const before = dayIn('UTC', new Date(now.getTime() - KEPT_MS));
  await db.deleteFrom('platform_budgets').where('day', '<', before).execute();
}
