import { randomUUID } from 'node:crypto';
import { subscriptionStatuses, tiers } from '@reelwright/product';
import fc from 'fast-check';
import { sql } from 'kysely';
import { readAccount } from '../src/plans/account.repository.ts';
import { coveredSql, isCovered } from '../src/plans/entry-causes.ts';
import { type Scheduling, START, startScheduling } from './harness.ts';

let scheduling: Scheduling;
beforeAll(async () => {
  scheduling = await startScheduling();
});
afterAll(() => scheduling.stop());

/** A small range, so that many instants are equal. */
const instant = fc.integer({ min: -3, max: 3 }).map((hours) => new Date(START.getTime() + hours * 3_600_000));
const maybe = fc.option(instant);
const account = fc.record({
  tier: fc.constantFrom(...tiers),
  status: fc.constantFrom(...subscriptionStatuses),
  month_anchor: maybe,
  entitled_until: maybe,
  next_tier: fc.option(fc.constantFrom(...tiers)),
  next_videos_per_month: fc.option(fc.constantFrom(0, 8)),
  next_at: maybe,
  paid_until: maybe,
});

test("the dispatcher's SQL covers the same entries as the code, for any account and time", async () => {
  const { db } = scheduling;
  await fc.assert(
    fc.asyncProperty(account, instant, instant, async (columns, publishAt, now) => {
      const userId = randomUUID();
      await db
        .insertInto('usage_accounts')
        .values({ user_id: userId, deleted_at: null, ...columns })
        .execute();
      const { rows } = await sql<{ covered: boolean }>`
        select ${coveredSql(sql`${publishAt}::timestamptz`, now)} as covered
          from usage_accounts account where user_id = ${userId}`.execute(db);
      expect(rows[0]?.covered).toBe(isCovered(await readAccount(db, userId, now), publishAt));
    }),
    { numRuns: 500 },
  );
});
