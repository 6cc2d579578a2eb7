import { type Kysely, sql } from 'kysely';
import type { PublishingDatabase } from '../database.ts';
import type { Connector } from '../platforms/connector.ts';
import type { Platform } from '../platforms/platform.ts';

/**
 * Takes one post out of a platform's budget of the day.
 * @returns undefined when it was taken, else the instant the next day of that budget begins.
 */
export async function takeFromBudget(
  db: Kysely<PublishingDatabase>,
  given: { platform: Platform; budget: Connector['budget']; accountId: string; now: Date },
): Promise<Date | undefined> {
  const { platform, budget, now } = given;
  const scope = budget.scope === 'app' ? 'app' : given.accountId;
  const day = dayIn(budget.timeZone, now);
  const taken = await db
    .insertInto('platform_budgets')
    .values({ platform, scope, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['platform', 'scope', 'day'])
        .doUpdateSet({ used: sql<number>`platform_budgets.used + 1` })
        .where(sql<boolean>`platform_budgets.used < ${budget.perDay}`),
    )
    .returning('used')
    .executeTakeFirst();
  return taken ? undefined : nextDay(budget.timeZone, now);
}

function dayIn(timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
}

/** The first quarter of an hour that belongs to the next day there; no zone changes its day at another point. */
export function nextDay(timeZone: string, now: Date): Date {
  const step = 15 * 60_000;
  const today = dayIn(timeZone, now);
  let at = Math.ceil((now.getTime() + 1) / step) * step;
  while (dayIn(timeZone, new Date(at)) === today) at += step;
  return new Date(at);
}
