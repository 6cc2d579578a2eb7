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
 * Asks billing for the user's plan, before a decision that its news might change. Newer: it knew more than we did, and
 * that holds now. Same: we knew as much. Unknown: no answer in time, which says nothing about the plan.
 */
export async function askBilling(deps: PlanDeps, userId: string): Promise<'newer' | 'same' | 'unknown'> {
  try {
    const answer = await deps.billing.getEntitlement({ userId }, { actingFor: userId, timeoutMs: DEADLINE_MS });
    const subscription = { ...answer, userId };
    const now = deps.clock.now();
    const isNewer = await deps.db.transaction().execute((trx) => takeEntitlement(trx, subscription, now));
    return isNewer ? 'newer' : 'same';
  } catch (error) {
    deps.logger.warn({ err: error, userId }, 'billing gave no answer about a plan');
    return 'unknown';
  }
}
