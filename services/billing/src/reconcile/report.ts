/** What a run found, and what was done about it. */
export interface Difference {
  /** Empty when it is not known whose it is. */
  readonly userId: string;
  readonly what: /** The plan was another one at Stripe. */
    | 'plan'
    /** A customer at Stripe was not known to be this user's. */
    | 'customer'
    | 'second_subscription'
    /** A subscription of ours has a price that the settings don't name: `before` has both ids. */
    | 'unknown_price'
    | 'payment'
    | 'refund_or_dispute'
    /** An invoice of a subscription that has ended could still be paid. */
    | 'open_invoice'
    /** It could not be corrected; the log says why. */
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

/** Differences that are kept with a run; all of them are in the log. */
export const MAX_KEPT = 500;

export const emptyReport = (): Report => ({
  checked: { customers: 0, subscriptions: 0, localPlans: 0, invoices: 0 },
  differences: [],
});
