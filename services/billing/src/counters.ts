import type { Counter, Gauge, Metrics } from '@reelwright/metrics';

/** Metrics for operators. */
export interface Counters {
  readonly corrections: Counter<'reason'>;
  readonly refundedCents: Counter;
  readonly disputes: Counter<'status'>;
  readonly refunds: Counter;
  readonly reconciled: Counter<'what'>;
  readonly reconciledAt: Gauge;
}

export function createCounters(metrics: Metrics): Counters {
  return {
    corrections: metrics.counter('billing_corrections_total', 'Things billing put right at Stripe by itself', [
      'reason',
    ]),
    refundedCents: metrics.counter('billing_given_back_cents_total', 'Cents given back by itself'),
    disputes: metrics.counter('billing_disputes_total', 'News of disputes by the state they came to', ['status']),
    refunds: metrics.counter('billing_refunds_total', 'Payments of which something went back'),
    reconciled: metrics.counter('billing_reconcile_differences_total', 'What the nightly comparison found', ['what']),
    reconciledAt: metrics.gauge('billing_reconciled_at_seconds', 'When the last comparison ended, product time'),
  };
}
