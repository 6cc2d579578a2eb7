/** A subscription as Stripe has it now. */
export interface RemoteSubscription {
  readonly id: string;
  readonly customerId: string;
  /** The user it was bought for; null when nothing says so. */
  readonly ownerId: string | null;
  /**
   * active: paid for. past_due: a payment has failed and is retried. incomplete: the first payment is not made yet.
   * ended: for good.
   */
  readonly state: 'active' | 'past_due' | 'incomplete' | 'ended';
  readonly itemId: string;
  readonly priceId: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly startedAt: Date;
  readonly cancelledAt: Date | null;
  /** When it ended for good. */
  readonly endedAt: Date | null;
  /** When it ends, if it is set to end. */
  readonly endsAt: Date | null;
  /** Whether it is set to end with its period, wherever that is; otherwise `endsAt` is a fixed date. */
  readonly endsWithPeriod: boolean;
  readonly scheduleId: string | null;
  /** The price that a schedule puts in place of this one at the period's end. */
  readonly nextPriceId: string | null;
  /** A pending update: a change that waits for its payment. */
  readonly hasPendingChange: boolean;
  readonly latestInvoice: RemoteInvoice | null;
}

export interface RemoteInvoice {
  readonly id: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  /** The user its subscription was bought for; null when nothing says so. */
  readonly ownerId: string | null;
  readonly amountPaidCents: number;
  /** What is left to pay. */
  readonly amountDueCents: number;
  readonly currency: string;
  /** Null while it is not paid. */
  readonly paidAt: Date | null;
  /** The price it is mainly for: that of its dearest line. */
  readonly priceId: string | null;
  /** The price whose unused time it credits. */
  readonly creditedPriceId: string | null;
  /** Stripe's `billing_reason`: subscription_create, subscription_cycle, subscription_update, manual … */
  readonly reason: string | null;
  /** Where a person pays it. */
  readonly paymentUrl: string | null;
}

/** What a change would cost, worked out by Stripe. */
export interface RemotePreview {
  readonly dueCents: number;
  /** The customer's credit afterwards; later invoices use it up. */
  readonly creditCents: number;
}

export interface UpgradeTerms {
  readonly priceId: string;
  /** The interval changes: a new period begins now. */
  readonly newPeriod: boolean;
  /** The instant up to which the old price is counted, unix seconds; null: the time of the call. */
  readonly prorationDate: number | null;
}

export interface RemoteCheckout {
  readonly id: string;
  readonly userId: string | null;
  readonly customerId: string | null;
  readonly state: 'open' | 'complete' | 'expired';
  readonly url: string | null;
}

/** An event that Stripe signed: its type and the ids it names. */
export interface SignedEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
  readonly invoiceId: string | null;
  readonly chargeId: string | null;
  /** The customer has given another card. */
  readonly cardChanged: boolean;
}

/** A charge as Stripe has it now. */
export interface RemoteCharge {
  readonly customerId: string | null;
  /** Null when the charge is not for an invoice. */
  readonly invoiceId: string | null;
  /** Refunds and lost disputes, in total. */
  readonly refundedCents: number;
  readonly disputes: readonly RemoteDispute[];
}

export interface RemoteDispute {
  readonly id: string;
  readonly amountCents: number;
  readonly reason: string;
  /** Stripe's status: needs_response, under_review, won, lost, warning_closed … */
  readonly status: string;
  readonly openedAt: Date;
}

/**
 * The port to the payment provider. Every method throws AppErrors: PAYMENTS_UNAVAILABLE (503) when Stripe does not
 * answer, NOT_AT_STRIPE (404) for an id it does not know, CUSTOMER_GONE (404) for a customer it no longer has,
 * CARD_DECLINED (400) when the bank declines, PAYMENTS_REFUSED (500) for any other refusal.
 * `key` makes a call repeatable: the same key gives the same answer for at least 24 hours.
 */
export interface Payments {
  createCustomer(userId: string, key: string): Promise<string>;
  describeCustomer(customerId: string, profile: { email: string; name: string }): Promise<void>;
  /** Erases a customer with their cards and subscriptions. One that is gone already is no failure. */
  eraseCustomer(customerId: string): Promise<void>;
  /** The user a customer was made for; undefined for one that is not ours. */
  ownerOf(customerId: string): Promise<string | undefined>;
  /** Every subscription of a customer that has not ended, newest first. */
  listSubscriptions(customerId: string): Promise<RemoteSubscription[]>;
  startCheckout(
    given: { customerId: string; userId: string; priceId: string; successUrl: string; cancelUrl: string },
    key: string,
  ): Promise<RemoteCheckout>;
  findCheckout(id: string): Promise<RemoteCheckout | undefined>;
  /** Closes the customer's open checkouts but one, so that only that one can be paid. */
  expireOtherCheckouts(customerId: string, except: string | undefined): Promise<void>;
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  undoCancellation(subscription: RemoteSubscription): Promise<void>;
  cancelNow(subscriptionId: string): Promise<void>;
  /** Any subscription, also one that has ended. */
  findSubscription(id: string): Promise<RemoteSubscription | undefined>;
  /** Open and paid invoices of a subscription, newest first, at most 100. */
  listInvoices(subscriptionId: string): Promise<RemoteInvoice[]>;
  /** A customer's open invoices, at most 100. */
  listOpenInvoices(customerId: string): Promise<RemoteInvoice[]>;
  /** Voids an open invoice: nobody can pay it any more. False: it was not open. */
  voidInvoice(id: string): Promise<boolean>;
  /** Charges an open invoice to the card on file. @throws AppError CARD_DECLINED (400) */
  payInvoice(id: string, key: string): Promise<void>;
  /** Refunds what is left of a paid invoice. @returns the cents refunded under this key, now or before */
  refundInvoice(id: string, key: string): Promise<number>;
  /** Charges the difference now; what is not paid leaves the current plan and a pending change. */
  upgrade(subscription: RemoteSubscription, given: UpgradeTerms, key: string): Promise<void>;
  /** What that upgrade would charge. */
  previewUpgrade(subscription: RemoteSubscription, given: UpgradeTerms): Promise<RemotePreview>;
  /** A customer's credit, in cents. */
  creditOf(customerId: string): Promise<number>;
  /** Opens Stripe's page for another payment method. @returns its URL */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Plans another price for the end of the period. Repeating it replaces what was planned. */
  changeAtPeriodEnd(subscription: RemoteSubscription, given: { priceId: string; isAnnual: boolean }): Promise<void>;
  releaseSchedule(scheduleId: string): Promise<void>;
  getInvoice(id: string): Promise<RemoteInvoice>;
  /** Where a customer's last 100 paid invoices can be looked at, by their ids. Answers within 3 s or not at all. */
  receiptUrls(customerId: string): Promise<ReadonlyMap<string, string>>;
  findCharge(id: string): Promise<RemoteCharge | undefined>;
  /** Every customer with the user it was made for; undefined for one that is not ours. */
  eachCustomer(): AsyncIterable<{ readonly id: string; readonly userId: string | undefined }>;
  /** Every subscription that has not ended. */
  eachSubscription(): AsyncIterable<RemoteSubscription>;
  eachInvoice(status: 'open' | 'paid', since: Date): AsyncIterable<RemoteInvoice>;
  /** Charges that were refunded or disputed since then. */
  listTouchedCharges(since: Date): Promise<string[]>;
  /** @throws AppError INVALID_SIGNATURE (400) */
  readEvent(rawBody: Buffer, signature: string | undefined): SignedEvent;
}
