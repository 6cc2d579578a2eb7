import type { Clock } from '@reelwright/clock';
import type { Logger } from '@reelwright/logger';
import type { Kysely } from 'kysely';
import type { Counters } from './counters.ts';
import type { BillingDatabase } from './database.ts';
import type { PriceList } from './plans/plan-catalogue.ts';
import type { Payments } from './stripe/payments.ts';

/** Dependencies of the use cases. */
export interface BillingDeps {
  readonly db: Kysely<BillingDatabase>;
  readonly payments: Payments;
  readonly prices: PriceList;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly counts: Counters;
}
