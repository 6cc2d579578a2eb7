import { requireCurrentDatabase } from '@reelwright/outbox';
import type { PostTargetRow } from '../database.ts';
import type { PlanWord } from '../entitlements/plan-check.ts';
import type { Handle } from '../platforms/connector.ts';
import { renditionOf } from '../videos/rendition.ts';
import { nextNumber } from './announcement.ts';
import { attemptStep } from './attempt-step.ts';
import { believeRefusal } from './believe-refusal.ts';
import { decide } from './decide.ts';
import type { Engine } from './engine.ts';
import { lastLook } from './last-look.ts';
import { latenessOf } from './lateness.ts';
import { placeTarget } from './place-target.ts';
import { writeChange } from './post-targets.repository.ts';
import { recordOutcome } from './record-outcome.ts';
import { lockFacts, readFacts, situationOf } from './situation.ts';

/**
 * The commit. In one transaction, with video and target locked, everything is judged once more and the intent is
 * written; only then is the provider called, once, if the process did not stand still too long in between. If this process ends after the intent, whoever takes the target up
 * finds it going out and asks the provider instead of calling again.
 */
export async function commitTarget(
  engine: Engine,
  claimed: PostTargetRow,
  word: { readonly plan: PlanWord; readonly isLast: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { clock, checkpoint } = engine;
  const { platform, video_id: videoId } = claimed;
  await checkpoint('before-intent', videoId, platform);
  const target = await writeIntent(engine, claimed, word);
  if (!target) return;
  const intentAt = performance.now();
  await checkpoint('after-intent', videoId, platform);
  const facts = await readFacts(engine.db, target);
  await checkpoint('before-call', videoId, platform);
  const options = { signal, stagedKey: target.content_key ?? '' };
  const answer = await attemptStep(engine, facts, 'commit', options, async (job) => {
    // Tokens may have been renewed since the intent, and whoever left meanwhile took the row along.
    const mayCall = await lastLook(engine, target, intentAt);
    return engine.connectors[platform].commit({ ...job, mayCall }, target.handle as Handle);
  });
  await checkpoint('after-call', videoId, platform);
  const outcome = await believeRefusal(engine, facts, answer, signal);
  await checkpoint('before-result', videoId, platform);
  await recordOutcome(engine, target, 'commit', outcome, clock.now());
  await checkpoint('after-result', videoId, platform);
}

/** The intent and the state that shows it, or undefined when the commit is no longer what should happen now. */
async function writeIntent(
  engine: Engine,
  claimed: PostTargetRow,
  { plan, isLast }: { readonly plan: PlanWord; readonly isLast: boolean },
): Promise<PostTargetRow | undefined> {
  const { db, clock } = engine;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    await requireCurrentDatabase(trx);
    const facts = await lockFacts(trx, claimed);
    const { target } = facts;
    const action = decide(situationOf(facts, engine), now, clock.real());
    const stay = { state: target.state, tries: target.tries };
    if (action.do !== 'commit' || !isLast || !facts.connection || !(await plan.stillCovers(trx))) {
      await writeChange(trx, target, { ...stay, code: target.code, nextActionAt: now }, { now });
      return undefined;
    }
    const placed = await placeTarget(trx, target, { now });
    if (placed.due_at > now) {
      await writeChange(trx, placed, { ...stay, code: null, nextActionAt: placed.due_at }, { now });
      return undefined;
    }
    await trx
      .insertInto('post_attempts')
      .values({
        target_id: target.id,
        step: 'commit',
        number: nextNumber(trx, target.id),
        handle: JSON.stringify(target.handle),
        revision: facts.video.revision,
        variation: renditionOf(facts.video).variation,
        intent_at: clock.real(),
      })
      .execute();
    await trx
      .updateTable('post_targets')
      .set({
        committed_at: clock.real(),
        sent_at: now,
        ...latenessOf(target, now),
        account_id: facts.connection.account_id,
        account_name: facts.connection.account_name,
      })
      .where('id', '=', target.id)
      .execute();
    const change = { state: 'going_out' as const, code: null, nextActionAt: now, tries: target.tries };
    return writeChange(trx, placed, change, { now, keepLease: true });
  });
}
