import { eventually } from '@reelwright/testing';
import { nextRun } from '../src/reconcile/reconcile.worker.ts';
import type { Difference, Report } from '../src/reconcile/report.ts';
import type { Billing } from './harness.ts';

/** Lets the next night come, without a word from Stripe, and answers what was found in it. */
export async function reconcileNext(billing: Billing): Promise<Report & { found: number }> {
  const due = nextRun(billing.clock.now());
  const run = () =>
    billing.app.db
      .selectFrom('reconcile_runs')
      .selectAll()
      .where('id', '=', due.toISOString().slice(0, 10))
      .executeTakeFirst();
  await eventually(async () => expect(await run()).toBeDefined(), { timeoutMs: 15_000 });
  await billing.listen(false);
  await billing.goTo(due.getTime() + 60_000);
  return eventually(
    async () => {
      const row = await run();
      expect(row?.finished_at).toEqual(expect.any(Date));
      return row?.report as Report & { found: number };
    },
    { timeoutMs: 20_000 },
  );
}

/** Lets a night be over that a jump of the clock has brought, so that it finds nothing of what comes after. */
export const reconcilesFinished = (billing: Billing) =>
  eventually(
    async () => {
      const open = await billing.app.db
        .selectFrom('reconcile_runs')
        .select('id')
        .where('due_at', '<=', billing.clock.now())
        .where('finished_at', 'is', null)
        .execute();
      expect(open).toEqual([]);
    },
    { timeoutMs: 20_000 },
  );

export const differencesOf = ({ differences }: Report, userId: string): Difference[] =>
  differences.filter((difference) => difference.userId === userId);
