import { randomUUID } from 'node:crypto';
import { type AuthServiceClient, events } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import { enqueueEvent } from '@reelwright/outbox';
import type { Transaction } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { type PlanDeps, refreshEntitlement } from '../entitlements/refresh-entitlement.ts';
import { saveEntry } from '../entries/entry.repository.ts';
import { countsAgain, transition } from '../entries/entry.ts';
import { usedIn } from '../entries/usage-ledger.repository.ts';
import { type Account, lockAccount } from '../plans/account.repository.ts';
import { planOfEntry } from '../plans/plan-rules.ts';
import { requireUnpaused } from '../plans/posting-pause.ts';
import { readConfiguration } from '../settings/configuration.repository.ts';
import type { Configuration } from '../settings/configuration.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import { fillInEmail, insertRegeneration, lastRegeneratedAt } from './regeneration.repository.ts';
import { regenerationStatus } from './regeneration-rules.ts';

export interface RegenerationDeps extends PlanDeps {
  readonly auth: Pick<GrpcClient<AuthServiceClient>, 'getUser'>;
}

/** Short, because the user waits for the answer, and the history can be completed later. */
const AUTH_DEADLINE_MS = 800;

export interface Regenerated {
  readonly regenerated: number;
  /** Videos that are not regenerated, each with the reason as text. */
  readonly kept: readonly { readonly videoId: string; readonly reason: string }[];
}

interface RegenerationContext {
  readonly trx: Transaction<SchedulingDatabase>;
  readonly account: Account;
  readonly configuration: Configuration;
  readonly email: string | null;
  readonly now: Date;
}

/**
 * Regenerates every video that has not gone out, with the settings of the configuration: planned ones get another
 * seed, requested ones another render. It uses no quota.
 *
 * @throws AppError REGENERATION_TOO_SOON, POSTING_PAUSED, NOTHING_TO_REGENERATE
 */
export async function regenerateVideos(deps: RegenerationDeps, userId: string): Promise<Regenerated> {
  const { db, clock } = deps;
  // An early check, so that a refusal does not wait for auth. It is repeated under the lock.
  requireCooledDown(await lastRegeneratedAt(db, userId), clock.now());
  // A video that only a new plan has room for is not left out for a week.
  const [email] = await Promise.all([findEmail(deps, userId), refreshEntitlement(deps, userId)]);
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    const account = await lockAccount(trx, userId, now);
    requireCooledDown(await lastRegeneratedAt(trx, userId), now);
    requireUnpaused(account.posting);
    const configuration = await readConfiguration(trx, userId);
    const { candidates, kept } = await findCandidates(trx, account, now);
    const context: RegenerationContext = { trx, account, configuration, email, now };
    const done: Candidate[] = [];
    for (const candidate of candidates) {
      const refusal = await regenerate(context, candidate);
      if (refusal) kept.push({ videoId: candidate.entry.id, reason: refusal });
      else done.push(candidate);
    }
    if (done.length === 0) {
      const message = kept[0]?.reason ?? 'There is no video to make again.';
      throw new AppError('FAILED_PRECONDITION', 'NOTHING_TO_REGENERATE', message);
    }
    await record(context, done);
    return { regenerated: done.length, kept };
  });
}

/** Null if auth does not answer in time. */
async function findEmail({ auth, logger }: RegenerationDeps, userId: string): Promise<string | null> {
  try {
    return (await auth.getUser({ userId }, { actingFor: userId, timeoutMs: AUTH_DEADLINE_MS })).email;
  } catch (error) {
    logger.warn({ err: error, userId }, 'regenerating without the e-mail address');
    return null;
  }
}

function requireCooledDown(last: Date | undefined, now: Date): void {
  const { canRegenerate, daysRemaining, nextAt } = regenerationStatus(last, now);
  if (canRegenerate) return;
  throw new AppError(
    'RESOURCE_EXHAUSTED',
    'REGENERATION_TOO_SOON',
    `Next regeneration available in ${daysRemaining} day(s).`,
    nextAt ? { retryAfterSeconds: (nextAt.getTime() - now.getTime()) / 1_000 } : {},
  );
}

/** Regenerates one video. @returns the reason if it can't be regenerated */
async function regenerate(
  { trx, account, configuration, now }: RegenerationContext,
  { entry, renderFailed }: Candidate,
): Promise<string | undefined> {
  const { userId, plan } = account;
  if (countsAgain(entry, renderFailed)) {
    const isPosted = entry.publishAt !== null && plan.tier !== 'free';
    const most = isPosted ? planOfEntry(plan, entry.publishAt).mostEntries : plan.videosPerMonth;
    if ((await usedIn(trx, userId, entry.quotaMonth)) >= most) return 'Your plan has no video left for it this month.';
  }
  await saveEntry(trx, transition(entry, { type: 'regenerated', configuration, renderFailed }, now), now);
  return undefined;
}

async function record(context: RegenerationContext, done: readonly Candidate[]): Promise<void> {
  const { trx, account, configuration, email, now } = context;
  const id = randomUUID();
  if (email) await fillInEmail(trx, account.userId, email);
  const slots = done.flatMap(({ entry: { date, time } }) => (date === null ? [] : [{ date, time }]));
  const regeneration = { id, userId: account.userId, email, slots, videoCount: done.length };
  await insertRegeneration(trx, regeneration, configuration, now);
  const payload = { userId: account.userId, regenerationId: id, videoCount: done.length, regeneratedAt: now };
  await enqueueEvent(trx, events.VideosRegenerated, payload, now);
}
