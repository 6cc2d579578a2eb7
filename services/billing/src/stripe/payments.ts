/** A subscription read from Stripe. */
export interface RemoteSubscription {
  readonly id: string;
  readonly customerId: string;
  /** The user it was bought for; null when its metadata has none. */
  readonly ownerId: string | null;
  /**
   * active: paid. past_due: a payment has failed and is retried. incomplete: the first payment is not made yet. ended:
   * permanently.
   */
  readonly state: 'active' | 'past_due' | 'incomplete' | 'ended';
  readonly itemId: string;
  readonly priceId: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly startedAt: Date;
  readonly cancelledAt: Date | null;
  /** When it ended permanently. */
  readonly endedAt: Date | null;
  /** When it ends, if it is set to end. */
  readonly endsAt: Date | null;
  /** Whether it is set to end with its current period; otherwise `endsAt` is a fixed date. */
  readonly endsWithPeriod: boolean;
  readonly scheduleId: string | null;
  /** The price that a schedule sets at the period's end. */
  readonly nextPriceId: string | null;
  /** Whether a change waits for its payment (a pending update). */
  readonly hasPendingChange: boolean;
  readonly latestInvoice: RemoteInvoice | null;
}

export interface RemoteInvoice {
  readonly id: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  /** The user its subscription was bought for; null when its metadata has none. */
  readonly ownerId: string | null;
  readonly amountPaidCents: number;
  /** The amount still to be paid. */
  readonly amountDueCents: number;
  readonly currency: string;
  /** Null while it is not paid. */
  readonly paidAt: Date | null;
  /** The main price: that of the line with the highest amount. */
  readonly priceId: string | null;
  /** The price whose unused time it credits. */
  readonly creditedPriceId: string | null;
  /** Stripe's `billing_reason`: subscription_create, subscription_cycle, subscription_update, manual … */
  readonly reason: string | null;
  /** The page where the user pays it. */
  readonly paymentUrl: string | null;
}

/** The cost of a change, computed by Stripe. */
export interface RemotePreview {
  readonly dueCents: number;
  /** The customer's credit afterwards; later invoices use it up. */
  readonly creditCents: number;
}

export interface UpgradeTerms {
  readonly priceId: string;
  /** Whether the interval changes and a new period begins now. */
  readonly newPeriod: boolean;
  /** The instant until which the old price is charged, unix seconds; null for the time of the call. */
  readonly prorationDate: number | null;
}

export interface RemoteCheckout {
  readonly id: string;
  readonly userId: string | null;
  readonly customerId: string | null;
  readonly state: 'open' | 'complete' | 'expired';
  readonly url: string | null;
}

/** A signed event of Stripe: its type and the ids in it. */
export interface SignedEvent {
  readonly id: string;
  readonly type: string;
  readonly customerId: string | null;
  readonly invoiceId: string | null;
  readonly chargeId: string | null;
  /** The customer has entered another card. */
  readonly cardChanged: boolean;
}

/** A charge read from Stripe. */
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
 * The port to the payment provider. `key` is an idempotency key: its first response is replayed for at least 24 hours.
 * @throws AppError PAYMENTS_UNAVAILABLE (503), NOT_AT_STRIPE (404) for an unknown id, CUSTOMER_GONE (404) for a deleted
 *   customer, CARD_DECLINED (400), PAYMENTS_REFUSED (500) for any other error of Stripe
 */
export interface Payments {
  createCustomer(userId: string, key: string): Promise<string>;
  describeCustomer(customerId: string, profile: { email: string; name: string }): Promise<void>;
  /** Erases a customer with their cards and subscriptions; succeeds if the customer is already deleted. */
  eraseCustomer(customerId: string): Promise<void>;
  /** The user a customer was created for; undefined for one that is not ours. */
  ownerOf(customerId: string): Promise<string | undefined>;
  /** Every subscription of a customer that has not ended, newest first. */
  listSubscriptions(customerId: string): Promise<RemoteSubscription[]>;
  startCheckout(
    session: { customerId: string; userId: string; priceId: string; successUrl: string; cancelUrl: string },
    key: string,
  ): Promise<RemoteCheckout>;
  findCheckout(id: string): Promise<RemoteCheckout | undefined>;
  /** Expires the customer's open checkouts except one, so that only that one can be paid. */
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
  /** Voids an open invoice, so that it can no longer be paid. @returns false when it was not open */
  voidInvoice(id: string): Promise<boolean>;
  /** Charges an open invoice to the card on file. @throws AppError CARD_DECLINED (400) */
  payInvoice(id: string, key: string): Promise<void>;
  /**
   * Refunds the part of a paid invoice that is not refunded yet. @returns the cents refunded under this key, now or
   * before
   */
  refundInvoice(id: string, key: string): Promise<number>;
  /** Charges the difference now; until it is paid, the current plan stays and the change is pending. */
  upgrade(subscription: RemoteSubscription, terms: UpgradeTerms, key: string): Promise<void>;
  /** The charge of that upgrade. */
  previewUpgrade(subscription: RemoteSubscription, terms: UpgradeTerms): Promise<RemotePreview>;
  /** A customer's credit, in cents. */
  creditOf(customerId: string): Promise<number>;
  /** Opens Stripe's page for another payment method. @returns its URL */
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** Schedules another price for the end of the period. A second call replaces the first. */
  changeAtPeriodEnd(subscription: RemoteSubscription, price: { priceId: string; isAnnual: boolean }): Promise<void>;
  releaseSchedule(scheduleId: string): Promise<void>;
  getInvoice(id: string): Promise<RemoteInvoice>;
  /** The receipt pages of a customer's last 100 paid invoices, by invoice id. Times out after 3 s. */
  receiptUrls(customerId: string): Promise<ReadonlyMap<string, string>>;
  findCharge(id: string): Promise<RemoteCharge | undefined>;
  /** Every customer with the user it was created for; undefined for one that is not ours. */
  eachCustomer(): AsyncIterable<{ readonly id: string; readonly userId: string | undefined }>;
  /** Every subscription that has not ended. */
  eachSubscription(): AsyncIterable<RemoteSubscription>;
  eachInvoice(status: 'open' | 'paid', since: Date): AsyncIterable<RemoteInvoice>;
  /** Charges that were refunded or disputed since then. */
  listChangedCharges(since: Date): Promise<string[]>;
  /** @throws AppError INVALID_SIGNATURE (400) */
  verifyEvent(rawBody: Buffer, signature: string | undefined): SignedEvent;
}
