import { sql } from 'kysely';
import { dayIn, nextDay } from '../budgets/days.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import type { PostTargetRow } from '../database.ts';
import type { Handle } from '../platforms/connector.ts';
import { renditionOf } from '../videos/rendition.ts';
import { attemptStep } from './attempt-step.ts';
import { contentKey } from './content.ts';
import type { Engine } from './engine.ts';
import { placeUpload } from './place-target.ts';
import { writeChange } from './post-targets.repository.ts';
import { recordOutcome } from './record-outcome.ts';
import { type Facts, lockFacts } from './situation.ts';

/** Preflight, then everything up to the commit. Nothing here is seen by anyone, and all of it may be done twice. */
export async function stageTarget(engine: Engine, facts: Facts, signal: AbortSignal): Promise<void> {
  const { clock, connectors } = engine;
  const { target, video, connection } = facts;
  const connector = connectors[target.platform];
  const stagedKey = contentKey(video, connection);
  const options = { signal, stagedKey };
  const rest = await quietUntil(engine, target);
  if (rest) {
    await stayUntil(engine, target, rest);
    return;
  }
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

/** Copies that are made as soon as they are wanted. */
const PROMPT_COPIES = 2;
/** Before its hour a post has its copy, however often it was edited. */
const READY_MS = 2 * 60_000;

/**
 * Every edit makes a copy anew, and platforms count uploads: YouTube all of Reelwright's together. From the third copy of a
 * post on, each waits twice as long as the one before, so that a person who edits and edits takes few. @returns product time
 */
async function quietUntil({ db, clock, timings }: Engine, target: PostTargetRow): Promise<Date | undefined> {
  if (target.handle) return undefined;
  const made = await db
    .selectFrom('post_attempts')
    .select([sql<number>`count(*)::int`.as('copies'), sql<Date | null>`max(intent_at)`.as('last')])
    .where('target_id', '=', target.id)
    .where('step', '=', 'stage')
    .executeTakeFirstOrThrow();
  if (!made.last || made.copies < PROMPT_COPIES) return undefined;
  const pause = timings.restageMs * 2 ** (made.copies - PROMPT_COPIES);
  const now = clock.now().getTime();
  const until = Math.min(made.last.getTime() + pause, target.due_at.getTime() - READY_MS);
  return until > now ? new Date(until) : undefined;
}

async function stayUntil({ db, clock }: Engine, claimed: PostTargetRow, until: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { target } = await lockFacts(trx, claimed);
    const { state, code, tries } = target;
    await writeChange(trx, target, { state, code, tries, nextActionAt: until }, { now: clock.now() });
  });
}

/** Shows that staging has begun. False: the platform's day has no room for it, or for the post. */
async function beginAttempt(engine: Engine, { target: claimed, video }: Facts): Promise<boolean> {
  const { db, clock } = engine;
  if (claimed.handle) return true;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const { target: before } = await lockFacts(trx, claimed);
    const target = await placeUpload(trx, before, now);
    const wait = uploadWait(target, before, now);
    if (wait) {
      const stay = { state: target.state, code: null, tries: target.tries };
      await writeChange(trx, target, { ...stay, nextActionAt: wait }, { now });
      return false;
    }
    await trx
      .insertInto('post_attempts')
      .values({
        target_id: target.id,
        step: 'stage',
        handle: null,
        revision: video.revision,
        variation: renditionOf(video).variation,
        intent_at: now,
      })
      .execute();
    const change = { state: 'staging' as const, code: null, nextActionAt: now, tries: target.tries };
    await writeChange(trx, target, change, { now, keepLease: true });
    return true;
  });
}

/** When to look again, if the upload can't begin now. */
function uploadWait(target: PostTargetRow, before: PostTargetRow, now: Date): Date | undefined {
  if (target.due_at.getTime() !== before.due_at.getTime()) return now;
  const { at, timeZone } = platformBudgets[target.platform];
  return at === 'stage' && target.budget_day !== dayIn(timeZone, now) ? nextDay(timeZone, now) : undefined;
}
