import { loadConfig, Type } from '@reelwright/config';
import { AppError } from '@reelwright/errors';
import { createMetrics } from '@reelwright/metrics';
import { commandSettings, runCommand } from '@reelwright/service/command';
import type { Static } from 'typebox';
import { stripeSettings } from '../config.ts';
import { createCounters } from '../counters.ts';
import type { BillingDatabase } from '../database.ts';
import { priceListOf } from '../plans/plan-catalogue.ts';
import { stripePaymentsOf } from '../stripe/stripe-payments.ts';
import { beginRun } from './reconcile-run.repository.ts';
import { reconcileUnderLease } from './reconcile-under-lease.ts';
import { countDifferences } from './report.ts';

const CommandSettings = Type.Object({ ...commandSettings, ...stripeSettings });

/**
 * `node reconcile-with-stripe-command.ts`, with the service's settings: makes the nightly comparison with Stripe now, beside
 * the service, and prints how much it read and how many differences of each kind it found. A run that does not end is
 * repeated by the service.
 */
await runCommand<BillingDatabase, Readonly<Static<typeof CommandSettings>>>({
  service: 'billing',
  name: 'reconcile with stripe',
  loadConfig: (env) => loadConfig(CommandSettings, env),
  env: process.env,
  async run({ config, db, clock, logger }) {
    const lease = await db.transaction().execute((trx) => beginRun(trx, clock.now()));
    if (!lease) {
      throw new AppError(
        'ABORTED',
        'RECONCILE_UNDER_WAY',
        'A comparison with Stripe is under way; wait until it has ended.',
      );
    }
    const counts = createCounters(createMetrics({ service: 'billing' }));
    const deps = { db, clock, logger, counts, prices: priceListOf(config), payments: stripePaymentsOf(config) };
    const report = await reconcileUnderLease(deps, lease);
    const found = report.differences.length;
    return { run: lease.id, checked: report.checked, found, differences: countDifferences(report) };
  },
});
