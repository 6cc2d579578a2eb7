import type { Clock } from '@reelwright/clock';
import type { Measurements } from '@reelwright/measurements';
import type { Metrics } from '@reelwright/metrics';
import type { Kysely } from 'kysely';
import type { ExternalApiDatabase } from '../database.ts';
import { countAccountsNear, type Limit } from './rate-limit.ts';

/** The share of a limit that an account is near it with. */
const NEAR = 0.8;

/** Called with the limit that a request was refused by. */
export type OnRefused = (limit: Limit) => void;

export function observeRefusals(metrics: Metrics): OnRefused {
  const help = 'Requests refused because a limit was used up, by limit';
  const refused = metrics.counter('external_api_refused_total', help, ['limit']);
  return ({ kind }) => refused.inc({ limit: kind });
}

/** How many accounts are near a limit; which ones is in `rate_windows`. */
export function measureUse(measurements: Measurements, db: Kysely<ExternalApiDatabase>, clock: Clock): void {
  const help = 'Accounts that have used 80 % or more of a limit of this hour';
  measurements.add('use of limits', { external_api_accounts_near_limit: { type: 'gauge', help } }, async () => {
    const counts = await countAccountsNear(db, NEAR, clock.real());
    return {
      external_api_accounts_near_limit: counts.map(({ kind, accounts }) => ({
        labels: { limit: kind },
        value: accounts,
      })),
    };
  });
}
