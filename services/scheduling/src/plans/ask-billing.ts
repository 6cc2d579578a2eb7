import type { Clock } from '@reelwright/clock';
import type { BillingServiceClient } from '@reelwright/contracts';
import type { GrpcClient } from '@reelwright/grpc';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { SchedulingDatabase } from '../database.ts';
import { takeEntitlement } from './take-entitlement.ts';

export interface PlanDeps {
  readonly db: Kysely<SchedulingDatabase>;
  readonly clock: Clock;
  readonly billing: Pick<GrpcClient<BillingServiceClient>, 'getEntitlement'>;
  readonly logger: Logger;
}

const DEADLINE_MS = 500;

/**
 * Asks billing for the user's plan, before a decision that its news might change, and takes what it says.
 * @returns false when no answer came in time, which says nothing about the plan
 */
export async function askBilling(deps: PlanDeps, userId: string): Promise<boolean> {
  try {
    const answer = await deps.billing.getEntitlement({ userId }, { actingFor: userId, timeoutMs: DEADLINE_MS });
    const subscription = { ...answer, userId };
    const now = deps.clock.now();
    await deps.db.transaction().execute((trx) => takeEntitlement(trx, subscription, now));
    return true;
  } catch (error) {
    deps.logger.warn({ err: error, userId }, 'billing gave no answer about a plan');
    return false;
  }
}
