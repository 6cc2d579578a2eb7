/** A difference that a run found, and its correction. */
export interface Difference {
  /** Empty when the user is not known. */
  readonly userId: string;
  readonly what: /** The plan at Stripe was different. */
    | 'plan'
    /** A customer at Stripe was not linked to its user. */
    | 'customer'
    | 'second_subscription'
    /** A subscription of ours has a price that is not in the settings; `before` has both ids. */
    | 'unknown_price'
    | 'payment'
    | 'refund_or_dispute'
    /** An invoice of a subscription that has ended could still be paid. */
    | 'open_invoice'
    /** The correction failed; the log has the cause. */
    | 'failed';
  readonly before?: unknown;
  readonly after?: unknown;
  readonly did: string;
}

export interface Report {
  readonly checked: {
    customers: number;
    subscriptions: number;
    localPlans: number;
    invoices: number;
  };
  readonly differences: Difference[];
}

/** The most differences stored with a run; the log has all of them. */
export const MAX_STORED = 500;

export const emptyReport = (): Report => ({
  checked: { customers: 0, subscriptions: 0, localPlans: 0, invoices: 0 },
  differences: [],
});

/** How many differences of each kind there are. */
export function countDifferences({ differences }: Report): Partial<Record<Difference['what'], number>> {
  const counts: Partial<Record<Difference['what'], number>> = {};
  for (const { what } of differences) counts[what] = (counts[what] ?? 0) + 1;
  return counts;
}
