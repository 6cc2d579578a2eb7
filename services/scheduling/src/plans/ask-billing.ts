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
 * Asks billing for the user's plan, for a refusal that its news might undo. True: it knew something newer, which now
 * holds. An answer that does not come leaves the refusal standing.
 */
export async function askBilling(deps: PlanDeps, userId: string): Promise<boolean> {
  try {
    const answer = await deps.billing.getEntitlement({ userId }, { actingFor: userId, timeoutMs: DEADLINE_MS });
    const subscription = { ...answer, userId };
    return await deps.db.transaction().execute((trx) => takeEntitlement(trx, subscription, deps.clock.now()));
  } catch (error) {
    deps.logger.warn({ err: error, userId }, 'billing gave no answer about a plan');
    return false;
  }
}
