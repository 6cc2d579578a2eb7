import { type FullDayCause, fullDayCauses } from '@reelwright/product';
import type { Transaction } from 'kysely';
import { nextDay } from '../budgets/days.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import { type CauseCode, isCauseCode } from '../causes/causes.ts';
import type { PostTargetRow, PublishingDatabase } from '../database.ts';
import type { Outcome, Step } from '../platforms/connector.ts';
import { decide, type Situation } from './decide.ts';
import type { Engine } from './engine.ts';
import { placeTarget } from './place-target.ts';
import { awaitingWord, uncommitted } from './post-target.ts';
import { writeChange } from './post-targets.repository.ts';
import { type Change, settle } from './settle.ts';
import { lockFacts, situationOf } from './situation.ts';

/**
 * Writes how a step ended: the attempt, the target and the event, in one transaction, if the lease is still ours.
 * The video may have changed meanwhile; the next decision sees that.
 */
export async function recordOutcome(
  engine: Engine,
  claimed: PostTargetRow,
  step: Step,
  outcome: Outcome,
  now: Date,
  stagedKey?: string,
): Promise<void> {
  const { db, clock, timings } = engine;
  await db.transaction().execute(async (trx) => {
    const facts = await lockFacts(trx, claimed);
    const { target } = facts;
    const real = clock.real();
    const callCode = step === 'reconcile' ? await codeOfCall(trx, target.id) : undefined;
    const settled = settle(
      step,
      outcome,
      {
        state: target.state,
        hasHandle: target.handle !== null,
        tries: target.tries,
        dueAt: target.due_at,
        sinceIntentMs: real.getTime() - (target.committed_at?.getTime() ?? 0),
        settleMs: timings.settleMs,
        // What was committed keeps the key of its copy; see `askAgain`.
        askedOnly: target.content_key === null,
        ...(callCode && { callCode }),
        accessLost: facts.connection?.state === 'needs_reconnect',
      },
      now,
    );
    const spent = daySpent(outcome);
    const change: Change = {
      ...settled,
      ...(settled.state === 'posted' && target.late && { code: 'POSTED_LATE' }),
      // The connection's row may be gone: without this word nobody would know why.
      ...(uncommitted.includes(settled.state) &&
        target.code === 'REMOVED_AT_PLATFORM' && { code: target.code, nextActionAt: now }),
      // The move to another day carries the code itself, for as long as it holds.
      ...(spent && { code: null, nextActionAt: nextDay(platformBudgets[target.platform].timeZone, now) }),
    };
    if (change.attempt) {
      const code = 'code' in outcome ? (outcome.code ?? null) : null;
      // A look that learned nothing leaves what the call was answered.
      const said = step === 'commit' || change.attempt !== 'unknown' ? { code } : {};
      await trx
        .updateTable('post_attempts')
        .set({ outcome: change.attempt, ...said, finished_at: real })
        .where('target_id', '=', target.id)
        .where('step', '=', 'commit')
        .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', 'in', ['accepted', 'unknown', 'posted'])]))
        .execute();
    }
    const written = await writeChange(trx, target, change, { now, ...(stagedKey !== undefined && { stagedKey }) });
    const row = spent ? await placeTarget(trx, written, { now, refused: spent }) : written;
    const again = uncommitted.includes(row.state)
      ? hasChanged(situationOf({ ...facts, target: row }, engine), now, real)
      : awaitingWord.includes(row.state) && wasWoken(claimed, target, step);
    if (again) {
      await trx.updateTable('post_targets').set({ next_action_at: now }).where('id', '=', row.id).execute();
    }
  });
}

/** Moved, cancelled, regenerated or left without a connection while the step ran: look again at once. */
function hasChanged(situation: Situation, now: Date, real: Date): boolean {
  const { connectionProblem, code } = situation;
  if (connectionProblem && connectionProblem !== code) return true;
  return decide(situation, now, real).do === 'withdraw';
}

/** What came of the last call, where the platform may have taken the post all the same. */
async function codeOfCall(trx: Transaction<PublishingDatabase>, targetId: string): Promise<CauseCode | undefined> {
  const last = await trx
    .selectFrom('post_attempts')
    .select(['code', 'outcome'])
    .where('target_id', '=', targetId)
    .where('step', '=', 'commit')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.outcome !== 'unknown' || last.code === null || !isCauseCode(last.code)) return undefined;
  return last.code;
}

/** Somebody had it looked at while this look was under way, which may have begun before its account was connected again. */
function wasWoken(claimed: PostTargetRow, target: PostTargetRow, step: Step): boolean {
  if (step !== 'observe' && step !== 'reconcile') return false;
  return claimed.next_action_at?.getTime() !== target.next_action_at?.getTime();
}

/** The platform itself says that its day is full: the post moves to the next day instead of running out of time. */
function daySpent(outcome: Outcome): FullDayCause | undefined {
  if (outcome.kind !== 'retryable') return undefined;
  return fullDayCauses.find((code) => code === outcome.code);
}
