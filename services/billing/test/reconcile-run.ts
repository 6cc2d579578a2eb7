import { eventually } from '@reelwright/testing';
import { nextRun } from '../src/reconcile/reconcile.worker.ts';
import type { Difference, Report } from '../src/reconcile/report.ts';
import type { Billing } from './harness.ts';

/** Runs the next nightly comparison, without events of Stripe. @returns its report */
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

/** Waits for runs that moving the clock has started, so that they see nothing of the following steps. */
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
