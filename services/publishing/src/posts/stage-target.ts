import { requireLease } from '@reelwright/leases';
import type { Handle } from '../platforms/connector.ts';
import { takeOf } from '../videos/take.ts';
import { attemptStep } from './attempt-step.ts';
import { takeFromBudget } from './budgets.ts';
import { contentKey } from './content.ts';
import type { Engine } from './engine.ts';
import { writeChange } from './post-targets.repository.ts';
import { recordOutcome } from './record-outcome.ts';
import type { Facts } from './situation.ts';

/** Preflight, then everything up to the commit. Nothing here is seen by anyone, and all of it may be done twice. */
export async function stageTarget(engine: Engine, facts: Facts, signal: AbortSignal): Promise<void> {
  const { clock, connectors } = engine;
  const { target, video, connection } = facts;
  const connector = connectors[target.platform];
  const stagedKey = contentKey(video, connection);
  const options = { signal, stagedKey };
  const preflight = await attemptStep(engine, facts, 'preflight', options, (job) => connector.preflight(job));
  if (preflight.kind !== 'done') {
    await recordOutcome(engine, target, 'preflight', preflight, clock.now());
    return;
  }
  if (!(await beginAttempt(engine, facts))) return;
  const handle = (target.handle ?? undefined) as Handle | undefined;
  const outcome = await attemptStep(engine, facts, 'stage', options, (job) => connector.stage(job, handle));
  await recordOutcome(engine, target, 'stage', outcome, clock.now(), stagedKey);
  await engine.checkpoint('staged', video.id, target.platform);
}

/** Shows that staging has begun and takes from the budget. False: the budget of the day is spent. */
async function beginAttempt(engine: Engine, { target, video, connection }: Facts): Promise<boolean> {
  const { db, clock, connectors } = engine;
  if (target.handle) return true;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    await requireLease(trx, 'post_targets', { id: target.id, token: target.lease_token });
    const { budget } = connectors[target.platform];
    if (budget.at === 'stage') {
      const accountId = connection?.account_id ?? '';
      const tomorrow = await takeFromBudget(trx, { platform: target.platform, budget, accountId, now });
      if (tomorrow) {
        // Only what is due before the next day's budget moves; the rest still goes out at its time.
        const dueAt = new Date(Math.max(target.due_at.getTime(), tomorrow.getTime()));
        await trx.updateTable('post_targets').set({ due_at: dueAt }).where('id', '=', target.id).execute();
        const change = {
          state: target.state,
          code: 'BUDGET_SPENT' as const,
          nextActionAt: tomorrow,
          tries: target.tries,
        };
        await writeChange(trx, target, change, { now });
        return false;
      }
    }
    await trx
      .insertInto('post_attempts')
      .values({
        target_id: target.id,
        step: 'stage',
        handle: null,
        revision: video.revision,
        variation: takeOf(video).variation,
        intent_at: clock.real(),
      })
      .execute();
    const change = { state: 'staging' as const, code: null, nextActionAt: now, tries: target.tries };
    await writeChange(trx, target, change, { now, keepLease: true });
    return true;
  });
}
