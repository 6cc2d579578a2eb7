import type { Clock } from '@reelwright/clock';
import type { BillingServiceClient } from '@reelwright/contracts';
import { AppError } from '@reelwright/errors';
import type { GrpcClient } from '@reelwright/grpc';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { readAccount } from '../plans/account.repository.ts';
import { applyEntitlement } from './apply-entitlement.ts';

export interface PlanDeps {
  readonly db: Kysely<SchedulingDatabase>;
  readonly clock: Clock;
  readonly billing: Pick<GrpcClient<BillingServiceClient>, 'getEntitlement'>;
  readonly logger: Logger;
}

const DEADLINE_MS = 500;

/**
 * Asks billing for the user's plan and applies it, if it is newer: its event may still be on its way. For what means
 * something else under another plan, and is not refused, `withNewestPlan` comes too late.
 * @returns false when no answer came in time; the known plan then stays
 */
export async function refreshEntitlement(deps: PlanDeps, userId: string): Promise<boolean> {
  const { db, clock } = deps;
  try {
    const answer = await deps.billing.getEntitlement({ userId }, { actingFor: userId, timeoutMs: DEADLINE_MS });
    const subscription = { ...answer, userId };
    const now = clock.now();
    const known = await readAccount(db, userId, now);
    if (subscription.revision <= known.revision) return true;
    await db.transaction().execute((trx) => applyEntitlement(trx, subscription, now));
    return true;
  } catch (error) {
    deps.logger.warn({ err: error, userId }, 'billing gave no answer about a plan');
    return false;
  }
}

/** Refusals that a newer plan, whose event is still on its way, may undo. */
const PLAN_REFUSALS = new Set(['PLAN_LIMIT_REACHED', 'PLAN_ENDS', 'PLAN_FEATURE', 'FREE_VIDEO_USED']);

/**
 * Runs `attempt`; after a refusal by the plan, runs it once more with billing's current plan.
 * @throws AppError PLAN_UNKNOWN if billing does not answer after a refusal
 */
export async function withNewestPlan<Result>(
  deps: PlanDeps,
  userId: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof AppError && PLAN_REFUSALS.has(error.code))) throw error;
    if (!(await refreshEntitlement(deps, userId))) throw planUnknown(error);
    // Also if billing's plan was not newer: its event may have been applied since the refusal.
    return attempt();
  }
}

function planUnknown(cause: unknown): AppError {
  const message = 'Your plan cannot be read right now. Please try again in a moment.';
  return new AppError('UNAVAILABLE', 'PLAN_UNKNOWN', message, { cause, retryAfterSeconds: 5 });
}
