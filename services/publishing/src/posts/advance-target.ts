import { extendLease } from '@reelwright/leases';
import type { PostTargetRow } from '../database.ts';
import { planWord } from '../entitlements/plan-check.ts';
import type { Handle } from '../platforms/connector.ts';
import { recallCommit } from './announcement.ts';
import { attemptStep, StepStopped } from './attempt-step.ts';
import { commitTarget } from './commit-target.ts';
import { type Action, decide } from './decide.ts';
import type { Engine } from './engine.ts';
import { hearLastWord } from './last-word.ts';
import { writeChange } from './post-targets.repository.ts';
import { recordOutcome } from './record-outcome.ts';
import type { Change } from './settle.ts';
import { type Facts, lockFacts, readFacts, situationOf } from './situation.ts';
import { stageTarget } from './stage-target.ts';

/** Carries a claimed target one step forward. The lease is renewed while the step runs, and its loss ends the step. */
export async function advanceTarget(engine: Engine, claimed: PostTargetRow, stopping: AbortSignal): Promise<void> {
  const { db, clock, timings } = engine;
  const lost = new AbortController();
  const signal = AbortSignal.any([stopping, lost.signal]);
  const lease = { id: claimed.id, token: claimed.lease_token };
  const beat = setInterval(() => {
    extendLease(db, 'post_targets', lease, timings.leaseMs).catch(() => lost.abort());
  }, timings.leaseMs / 3);
  try {
    const facts = await readFacts(db, claimed);
    const action = decide(situationOf(facts, engine), clock.now(), clock.real());
    if (action.do === 'commit') await commit(engine, facts, signal);
    else await perform(engine, facts, action, signal);
  } catch (error) {
    if (!(error instanceof StepStopped)) throw error;
    // Whoever starts next need not wait for the lease to end.
    await db
      .updateTable('post_targets')
      .set({ leased_until: null })
      .where('id', '=', lease.id)
      .where('lease_token', '=', lease.token)
      .execute();
  } finally {
    clearInterval(beat);
  }
}

/** Nothing goes out on a plan that doesn't include it, nor by a word of the calendar that is no longer the last. */
async function commit(engine: Engine, facts: Facts, signal: AbortSignal): Promise<void> {
  const { target } = facts;
  const plan = await planWord(engine, target.user_id);
  const word = plan.covers ? await hearLastWord(engine, facts) : undefined;
  if (word === 'forgotten') return;
  if (word && word !== 'awaited') return commitTarget(engine, target, { plan, isLast: word === 'last' }, signal);
  const known = { ...facts, planEnded: !plan.covers, unanswered: word === 'awaited' };
  const action = decide(situationOf(known, engine), engine.clock.now(), engine.clock.real());
  if (action.do !== 'commit') return perform(engine, known, action, signal);
}

async function perform(
  engine: Engine,
  facts: Facts,
  action: Exclude<Action, { do: 'commit' }>,
  signal: AbortSignal,
): Promise<void> {
  const { target } = facts;
  const connector = engine.connectors[target.platform];
  const handle = (target.handle ?? {}) as Handle;
  const options = { signal, stagedKey: target.content_key ?? '' };
  switch (action.do) {
    case 'stage':
      return stageTarget(engine, facts, signal);
    case 'observe':
    case 'reconcile': {
      const step = action.do;
      if (!target.handle && (await recallCommit(engine, facts))) return;
      const outcome = await attemptStep(engine, facts, step, options, (job) => connector[step](job, handle));
      return recordOutcome(engine, target, step, outcome, engine.clock.now());
    }
    case 'withdraw':
      await discard(engine, facts, signal);
      return rest(engine, facts, action);
    case 'sleep':
      return rest(engine, facts, action);
  }
}

/** The copy at the provider goes before the calendar's new word is shown. What can't be removed never went out anyway. */
async function discard(engine: Engine, facts: Facts, signal: AbortSignal): Promise<void> {
  const { target, connection } = facts;
  const handle = target.handle as Handle | null;
  if (!handle || connection?.state !== 'connected') return;
  const connector = engine.connectors[target.platform];
  await attemptStep(engine, facts, 'stage', { signal, stagedKey: '' }, async (job) => {
    await connector.discard(job, handle);
    return { kind: 'done' };
  });
}

/** Writes a decision down. It is made again on locked rows: the calendar may have changed since it was made first. */
async function rest(engine: Engine, { target: claimed, ...known }: Facts, first: Action): Promise<void> {
  const { db, clock } = engine;
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const facts = { ...known, ...(await lockFacts(trx, claimed)) };
    const { target } = facts;
    const action = decide(situationOf(facts, engine), now, clock.real());
    // The staged copy is gone by now, whatever the decision has become.
    const gone = first.do === 'withdraw' ? { handle: null, tries: 0 } : { tries: target.tries };
    const change: Change =
      action.do === 'withdraw' && first.do === 'withdraw'
        ? { ...gone, state: action.to, code: action.code, nextActionAt: action.to === 'waiting' ? now : null }
        : action.do === 'sleep' && first.do === 'sleep'
          ? { ...gone, state: target.state, code: action.code, nextActionAt: action.until }
          : {
              ...gone,
              state: first.do === 'withdraw' ? 'waiting' : target.state,
              code: target.code,
              nextActionAt: now,
            };
    await writeChange(trx, target, change, { now });
  });
}
