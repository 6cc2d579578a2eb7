import { silentLogger } from '@reelwright/logger';
import { createMetrics } from '@reelwright/metrics';
import { credentials } from '@reelwright/sandbox';
import { createCounters } from '../src/counters.ts';
import type { BillingDeps } from '../src/deps.ts';
import { createPriceList } from '../src/plans/plan-catalogue.ts';
import { createStripePayments } from '../src/stripe/stripe-payments.ts';
import { type Billing, prices } from './harness.ts';

/** The service's dependencies, for tests that call its code directly. */
export function depsOf(billing: Billing): BillingDeps {
  const { hostname, port } = new URL(billing.sandbox.origins.server('stripe'));
  const { secretKey, webhookSecret } = credentials.stripe;
  const { starterMonthly, starterAnnual, proMonthly, proAnnual, eliteMonthly, eliteAnnual } = prices;
  return {
    db: billing.app.db,
    clock: billing.clock,
    logger: silentLogger,
    counts: createCounters(createMetrics({ service: 'billing' })),
    prices: createPriceList({
      starter: { monthly: starterMonthly, annual: starterAnnual },
      pro: { monthly: proMonthly, annual: proAnnual },
      elite: { monthly: eliteMonthly, annual: eliteAnnual },
    }),
    payments: createStripePayments({
      secretKey,
      webhookSecrets: [webhookSecret],
      host: hostname,
      port: Number(port),
      protocol: 'http',
    }),
  };
}
