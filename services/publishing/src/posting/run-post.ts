import { extendLease, holdLease } from '@reelwright/leases';
import { requireCurrentDatabase } from '@reelwright/outbox';
import { holdCauses, uncommittedStates, undecidedStates } from '@reelwright/product';
import type { Kysely } from 'kysely';
import { dayIn, nextDay } from '../budgets/days.ts';
import { platformBudgets } from '../budgets/platform-budgets.ts';
import type { PostRow, PublishingDatabase } from '../database.ts';
import { checkPlan, type PlanCheck } from '../entitlements/plan-check.ts';
import type { Handle, Job, Outcome, Step } from '../platforms/connector.ts';
import { addCommit, addStaging, codeOfUnknownCommit, countCopies } from '../posts/attempt.repository.ts';
import { changePost } from '../posts/change-post.ts';
import { type Decision, decide, eventOf } from '../posts/decide.ts';
import { fileLasts } from '../posts/partner-file.ts';
import { placePost, placeUpload, timesOf } from '../posts/place-post.ts';
import { releaseLease } from '../posts/post.repository.ts';
import type { PostEvent } from '../posts/post.ts';
import { daySpent } from '../posts/step-outcome.ts';
import { recallCommit } from './announcement.ts';
import { attemptStep, StepAborted } from './attempt-step.ts';
import { contentKey } from './content.ts';
import type { Engine } from './engine.ts';
import { renewLease } from './renew-lease.ts';
import { rereadEntry, rereadHeldEntry, withdrawDeleted } from './reread-entry.ts';
import { type Facts, lockFacts, readFacts, situationOf } from './situation.ts';
import { verifyRefusal } from './verify-refusal.ts';

interface StopSignals {
  /** The process stops. A step that can be repeated ends. */
  readonly stopping: AbortSignal;
  /** Later: a commit under way, which can't be repeated, ends too. */
  readonly cut: AbortSignal;
}

/**
 * Performs the next step of a claimed post. From 'video ready' to 'posted' the steps are: stage → sleep until its
 * time → re-read account, plan and entry → write the intent → renew the lease → commit → verify a refusal → observe.
 * The lease is renewed while a step runs, and its loss ends the step.
 */
export async function runPost(engine: Engine, claimed: PostRow, { stopping, cut }: StopSignals): Promise<void> {
  const { db, clock, logger, timings } = engine;
  const lease = { id: claimed.id, token: claimed.lease_token };
  const held = holdLease({
    renew: () => extendLease(db, 'posts', lease, timings.leaseMs),
    everyMs: timings.leaseMs / 3,
    logger,
  });
  const signal = AbortSignal.any([stopping, held.lost]);
  try {
    const facts = await readFacts(db, claimed);
    const decision = decide(situationOf(facts, engine), clock.now(), clock.real());
    if (isHeldWhenDue(decision, facts, clock.now())) await rereadHeldEntry(engine, facts);
    if (decision.do === 'commit') await commit(engine, facts, { signal, call: AbortSignal.any([cut, held.lost]) });
    else await perform(engine, facts, decision, signal);
  } catch (error) {
    if (!(error instanceof StepAborted)) throw error;
    // The next process does not have to wait until the lease expires.
    await releaseLease(db, claimed);
  } finally {
    await held.stop();
  }
}

/** Whether only its owner's pause or missing approval keeps a calendar's post from going out now. */
const isHeldWhenDue = (decision: Decision, { post, video }: Facts, now: Date): boolean =>
  decision.do === 'sleep' &&
  holdCauses.some((cause) => cause === decision.code) &&
  video.source === 'entry' &&
  post.due_at <= now;

function perform(
  engine: Engine,
  facts: Facts,
  decision: Exclude<Decision, { do: 'commit' }>,
  signal: AbortSignal,
): Promise<void> {
  switch (decision.do) {
    case 'preflight':
      return preflight(engine, facts, signal);
    case 'stage':
      return stage(engine, facts, signal);
    case 'withdraw':
      return withdraw(engine, facts, decision, signal);
    case 'observe':
    case 'reconcile':
      return ask(engine, facts, decision.do, signal);
    default:
      return writeDecision(engine, facts, decision);
  }
}

/** Asks the platform hours before whether it would take the post, so that its owner can still mend what it would refuse. */
async function preflight(engine: Engine, facts: Facts, signal: AbortSignal): Promise<void> {
  const { post: claimed } = facts;
  const { db, clock, connectors } = engine;
  const askedKey = keyOf(facts);
  const options = { signal, stagedKey: '' };
  const run = (job: Job) => connectors[claimed.platform].preflight(job);
  const outcome = await attemptStep(engine, facts, 'preflight', options, run);
  await engine.checkpoint('preflighted', claimed.video_id, claimed.platform);
  // Anything else may have passed by then, and is asked again.
  const foreseen = outcome.kind === 'permanent' ? outcome.code : null;
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const current = await lockFacts(trx, claimed);
    const { post, video } = current;
    const event: PostEvent =
      keyOf(current) === askedKey
        ? { type: 'preflighted', foreseen }
        : { type: 'next_step_set', at: now, code: post.code };
    await changePost(trx, post, event, now, video);
  });
}

/** The key of what a post sends. It changes if the post is edited, or its account changed, while a step runs. */
const keyOf = ({ post, video, connection }: Pick<Facts, 'post' | 'video' | 'connection'>): string =>
  contentKey(post.platform, video, connection);

/** Preflight, then everything up to the commit. Nothing here is visible to anyone, and all of it can be repeated. */
async function stage(engine: Engine, facts: Facts, signal: AbortSignal): Promise<void> {
  const { post, video } = facts;
  const connector = engine.connectors[post.platform];
  const stagedKey = keyOf(facts);
  const options = { signal, stagedKey };
  if (await copyPause(engine, engine.db, post)) return waitForCopy(engine, post);
  const preflight = await attemptStep(engine, facts, 'preflight', options, (job) => connector.preflight(job));
  await engine.checkpoint('preflighted', video.id, post.platform);
  if (preflight.kind !== 'done') return recordOutcome(engine, post, 'preflight', preflight, stagedKey);
  if (!(await startStaging(engine, facts))) return;
  const handle = (post.handle ?? undefined) as Handle | undefined;
  const outcome = await attemptStep(engine, facts, 'stage', options, (job) => connector.stage(job, handle));
  await recordOutcome(engine, post, 'stage', outcome, stagedKey);
  await engine.checkpoint('staged', video.id, post.platform);
}

/** How many copies are made without a pause. */
const PROMPT_COPIES = 2;
/** However often a post was edited, its copy is made this long before its time. */
const READY_MS = 2 * 60_000;

/**
 * Every edit needs another copy, and platforms count uploads: from the third copy on, each waits twice as long as the
 * one before. @returns product time
 */
async function copyPause(
  { clock, timings }: Engine,
  db: Kysely<PublishingDatabase>,
  post: PostRow,
): Promise<Date | undefined> {
  if (post.handle) return undefined;
  const { copies, last } = await countCopies(db, post.id);
  if (!last || copies < PROMPT_COPIES) return undefined;
  const pauseMs = timings.restageDelayMs * 2 ** (copies - PROMPT_COPIES);
  const until = Math.min(last.getTime() + pauseMs, post.due_at.getTime() - READY_MS);
  return until > clock.now().getTime() ? new Date(until) : undefined;
}

/** Writes the pause before the next copy. The post may have been moved since it was read, so its time is read under lock. */
async function waitForCopy(engine: Engine, claimed: PostRow): Promise<void> {
  const { db, clock } = engine;
  await db.transaction().execute(async (trx) => {
    const { post, video } = await lockFacts(trx, claimed);
    const now = clock.now();
    const at = (await copyPause(engine, trx, post)) ?? now;
    await changePost(trx, post, { type: 'next_step_set', at, code: post.code }, now, video);
  });
}

/** Records that staging begins. @returns false if the platform's day has no room for the upload or the post */
async function startStaging(engine: Engine, { post: claimed, video: staged }: Facts): Promise<boolean> {
  const { db, clock, limits } = engine;
  if (claimed.handle) return true;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const { post: before, video } = await lockFacts(trx, claimed);
    const post = await placeUpload(trx, before, { now, limits, video });
    const until = uploadWait(post, before, now);
    if (until) {
      await changePost(trx, post, { type: 'next_step_set', at: until, code: null }, now, video);
      return false;
    }
    await addStaging(trx, post, staged, now);
    await changePost(trx, post, { type: 'staging_started' }, now, video);
    return true;
  });
}

/** When to try again; undefined if the upload can begin now. */
function uploadWait(post: PostRow, before: PostRow, now: Date): Date | undefined {
  if (post.due_at.getTime() !== before.due_at.getTime()) return now;
  const { at, timeZone } = platformBudgets[post.platform];
  return at === 'stage' && post.budget_day !== dayIn(timeZone, now) ? nextDay(timeZone, now) : undefined;
}

interface CommitSignals {
  /** Until the intent is written. */
  readonly signal: AbortSignal;
  /** From then on: without the platform's answer it is not known whether the post is out. */
  readonly call: AbortSignal;
}

/**
 * Commits. Account, plan and entry are read again, and checked once more under lock when the intent is written; only
 * then the provider is called, once. If the process dies after the intent, the post stays `going_out`, and the next
 * process reconciles it.
 */
async function commit(engine: Engine, facts: Facts, { signal, call }: CommitSignals): Promise<void> {
  const { clock, checkpoint, connectors } = engine;
  const { platform, video_id: videoId, user_id: userId } = facts.post;

  const [plan, isDeleted] = await Promise.all([checkPlan(engine, userId), engine.isAccountDeleted(userId)]);
  const entry = isDeleted ? await withdrawDeleted(engine, facts) : plan.covers && (await rereadEntry(engine, facts));
  if (entry === 'committed_before') return;
  if (!entry || entry === 'unanswered') {
    const known = { ...facts, planEnded: !plan.covers, unanswered: entry === 'unanswered' };
    const decision = decide(situationOf(known, engine), clock.now(), clock.real());
    if (decision.do !== 'commit') await perform(engine, known, decision, signal);
    return;
  }

  await checkpoint('before-intent', videoId, platform);
  if (signal.aborted) throw new StepAborted();
  const post = await writeIntent(engine, facts.post, { plan, isCurrent: entry === 'current' });
  if (!post) return;
  const intentAt = performance.now();
  await checkpoint('after-intent', videoId, platform);

  const committed = await readFacts(engine.db, post);
  await checkpoint('before-call', videoId, platform);
  const options = { signal: call, stagedKey: post.content_key ?? '' };
  const answer = await attemptStep(engine, committed, 'commit', options, async (job) => {
    // Since the intent, tokens may have been renewed, or the row deleted with its account.
    const mayCall = await renewLease(engine, post, intentAt);
    return connectors[platform].commit({ ...job, mayCall }, post.handle as Handle);
  });
  await checkpoint('after-call', videoId, platform);

  const outcome = await verifyRefusal(engine, committed, answer, call);
  await checkpoint('before-result', videoId, platform);
  await recordOutcome(engine, post, 'commit', outcome);
  await checkpoint('after-result', videoId, platform);
}

/** Writes the intent and the state `going_out`. Undefined if the commit is no longer the next step. */
async function writeIntent(
  engine: Engine,
  claimed: PostRow,
  { plan, isCurrent }: { readonly plan: PlanCheck; readonly isCurrent: boolean },
): Promise<PostRow | undefined> {
  const { db, clock, limits } = engine;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    await requireCurrentDatabase(trx);
    const facts = await lockFacts(trx, claimed);
    const { post, video, connection } = facts;
    const decision = decide(situationOf(facts, engine), now, clock.real());
    if (decision.do !== 'commit' || !isCurrent || !connection || !(await plan.stillCovers(trx))) {
      await changePost(trx, post, { type: 'next_step_set', at: now, code: post.code }, now, video);
      return undefined;
    }
    const placed = await placePost(trx, post, { now, limits, video });
    if (placed.due_at > now) {
      await changePost(trx, placed, { type: 'next_step_set', at: placed.due_at, code: null }, now, video);
      return undefined;
    }
    await addCommit(trx, placed, video, { handle: placed.handle, at: clock.real() });
    const account = { id: connection.account_id, name: connection.account_name };
    return changePost(trx, placed, { type: 'commit_started', account, real: clock.real() }, now, video);
  });
}

/**
 * Asks the platform how an accepted post is doing (observe), or whether a commit with an unknown end happened
 * (reconcile).
 */
async function ask(engine: Engine, facts: Facts, step: 'observe' | 'reconcile', signal: AbortSignal): Promise<void> {
  const { post } = facts;
  if (!post.handle && (await recallCommit(engine, facts))) return;
  const connector = engine.connectors[post.platform];
  const handle = (post.handle ?? {}) as Handle;
  const options = { signal, stagedKey: post.content_key ?? '' };
  const outcome = await attemptStep(engine, facts, step, options, (job) => connector[step](job, handle));
  await recordOutcome(engine, post, step, outcome);
}

/** Discards the staged copy, then writes the decision. A copy that can't be discarded is never visible either. */
async function withdraw(engine: Engine, facts: Facts, decision: Decision, signal: AbortSignal): Promise<void> {
  const { post, connection } = facts;
  const handle = post.handle as Handle | null;
  if (handle && connection?.state === 'connected') {
    const connector = engine.connectors[post.platform];
    await attemptStep(engine, facts, 'stage', { signal, stagedKey: '' }, async (job) => {
      await connector.discard(job, handle);
      return { kind: 'done' };
    });
  }
  await writeDecision(engine, facts, decision);
}

/** Writes a decision that changes the post. It is made again on locked rows, because the entry may have changed. */
async function writeDecision(engine: Engine, { post: claimed, ...known }: Facts, first: Decision): Promise<void> {
  const { db, clock } = engine;
  await db.transaction().execute(async (trx) => {
    const now = clock.now();
    const facts = { ...known, ...(await lockFacts(trx, claimed)) };
    const { post, video } = facts;
    const decision = decide(situationOf(facts, engine), now, clock.real());
    const event = decision.do === first.do ? eventOf(decision) : undefined;
    // The decision has changed, and is made again at once. A copy that was to be withdrawn is already discarded.
    const decideAgain: PostEvent =
      first.do === 'withdraw'
        ? { type: 'withdrawn', because: 'restage', code: post.code }
        : { type: 'next_step_set', at: now, code: post.code };
    await changePost(trx, post, event ?? decideAgain, now, video);
  });
}

/**
 * Writes the outcome of a step: the attempt, the post and the event, in one transaction, if the lease is still ours.
 *
 * @param stagedKey of preflight and stage: the key of what the platform was asked about
 */
export async function recordOutcome(
  engine: Engine,
  claimed: PostRow,
  step: Step,
  given: Outcome,
  stagedKey?: string,
): Promise<void> {
  const { db, clock, limits, timings } = engine;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const facts = await lockFacts(trx, claimed);
    const { video } = facts;
    const real = clock.real();
    // What was refused is no longer what the post sends.
    if (given.kind === 'permanent' && stagedKey !== undefined && keyOf(facts) !== stagedKey) {
      await changePost(trx, facts.post, { type: 'withdrawn', because: 'restage', code: facts.post.code }, now, video);
      return;
    }
    const outcome = unlessFileIsErased(given, facts, now);
    const callCode = step === 'reconcile' ? await codeOfUnknownCommit(trx, facts.post.id) : undefined;
    const accessLost = facts.connection?.state === 'needs_reconnect';
    const { inFlightMs } = timings;
    const changed = await changePost(
      trx,
      facts.post,
      { type: 'step_ended', step, outcome, real, inFlightMs, stagedKey, callCode, accessLost },
      now,
      video,
    );
    const refused = daySpent(outcome);
    const post = refused ? await placePost(trx, changed, { now, limits, video, refused }) : changed;
    const wake = uncommittedStates.includes(post.state)
      ? hasChanged(engine, { ...facts, post }, now, real)
      : undecidedStates.includes(post.state) && wasWoken(claimed, facts.post, step);
    if (wake) await changePost(trx, post, { type: 'woken' }, now, video);
  });
}

/** A full day puts a post off to another one. It ends a partner's post whose file is erased before. */
function unlessFileIsErased(outcome: Outcome, { post, video }: Facts, now: Date): Outcome {
  if (!daySpent(outcome)) return outcome;
  const [, next] = timesOf(post.platform, video, { dueAt: post.due_at, now });
  return next && !fileLasts(video, next.at) ? { kind: 'permanent', code: 'NO_ROOM_FOR_FILE' } : outcome;
}

/**
 * Whether the post was cancelled, edited or lost its connection while the step ran: then the next step is chosen at
 * once.
 */
function hasChanged(engine: Engine, facts: Facts, now: Date, real: Date): boolean {
  const situation = situationOf(facts, engine);
  const { connectionProblem, code } = situation;
  if (connectionProblem && connectionProblem !== code) return true;
  return decide(situation, now, real).do === 'withdraw';
}

/** Whether a person, or a new connection, requested a check while this one was under way. */
function wasWoken(claimed: PostRow, post: PostRow, step: Step): boolean {
  if (step !== 'observe' && step !== 'reconcile') return false;
  return claimed.next_action_at?.getTime() !== post.next_action_at?.getTime();
}
