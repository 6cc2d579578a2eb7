import { type Kysely, sql, type Transaction } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import type { Platform } from '../platforms/platform.ts';

type Trx = Transaction<PublishingDatabase>;

/** Whose budget: `app` for all of Reelwright, else an account's id at the platform. */
export interface Purse {
  readonly platform: Platform;
  readonly scope: string;
}

/** Makes all changes of one budget wait for each other, so that places may be swapped between days in any order. */
export async function lockPurse(trx: Trx, { platform, scope }: Purse): Promise<void> {
  const name = `budget:${platform}:${scope}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx);
}

/** Takes one place of a day. False: fewer than one are left below the limit, and nothing has changed. */
export async function takePlace(trx: Trx, given: Purse & { day: string; limit: number }): Promise<boolean> {
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

export async function givePlaceBack(trx: Trx, { platform, scope, day }: Purse & { day: string }): Promise<void> {
  await trx
    .updateTable('platform_budgets')
    .set({ used: sql<number>`used - 1` })
    .where('platform', '=', platform)
    .where('scope', '=', scope)
    .where('day', '=', day)
    .where('used', '>', 0)
    .execute();
}

/** The platform says that it takes no more on this day, whatever we have counted. */
export async function closeDay(trx: Trx, given: Purse & { day: string; perDay: number }): Promise<void> {
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

/** What is taken of the days from `from` on, by day; a day that is missing is empty. */
export async function takenPlaces(
  db: Kysely<PublishingDatabase>,
  { platform, scope }: Purse,
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
