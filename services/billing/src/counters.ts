import type { Counter, Metrics } from '@reelwright/metrics';

/** Metrics for operators. */
export interface Counters {
  readonly corrections: Counter<'reason'>;
  readonly refundedCents: Counter;
  readonly disputes: Counter<'status'>;
  readonly refunds: Counter;
  readonly reconciled: Counter<'what'>;
}

export function createCounters(metrics: Metrics): Counters {
  return {
    corrections: metrics.counter('billing_corrections_total', 'Corrections that billing made at Stripe', ['reason']),
    refundedCents: metrics.counter('billing_refunded_cents_total', 'Cents refunded automatically'),
    disputes: metrics.counter('billing_disputes_total', 'Changes of disputes by their new status', ['status']),
    refunds: metrics.counter('billing_refunds_total', 'Payments refunded in part or in full'),
    reconciled: metrics.counter('billing_reconcile_differences_total', 'Differences found by the nightly comparison', [
      'what',
    ]),
  };
}
