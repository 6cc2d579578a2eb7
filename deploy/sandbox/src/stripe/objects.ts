import type { Interval } from './periods.ts';

/** Objects as Stripe sends them (API 2026-10-28.endive). References are ids. `_` has the fields that are never sent. */
export interface StripeObject {
  id: string;
  object: string;
  [field: string]: unknown;
}
export type Metadata = Record<string, string>;
export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export interface Product extends StripeObject {
  object: 'product';
  name: string;
  description: string;
}
export interface Price extends StripeObject {
  object: 'price';
  active: boolean;
  currency: string;
  lookup_key: string;
  product: string;
  recurring: { interval: Interval; interval_count: number; [field: string]: unknown };
  type: 'recurring';
  unit_amount: number;
}

export interface Customer extends StripeObject {
  object: 'customer';
  /** Cents. A negative balance is credit for later invoices. */
  balance: number;
  created: number;
  email: string | null;
  name: string | null;
  metadata: Metadata;
  invoice_settings: { default_payment_method: string | null; [field: string]: unknown };
  test_clock: string | null;
}

export interface PaymentMethod extends StripeObject {
  object: 'payment_method';
  created: number;
  customer: string | null;
  _: { number: string };
}

export interface SubscriptionItem extends StripeObject {
  object: 'subscription_item';
  created: number;
  current_period_start: number;
  current_period_end: number;
  price: Price;
  quantity: number;
  subscription: string;
}
export interface PendingUpdate {
  billing_cycle_anchor: number | null;
  expires_at: number;
  subscription_items: SubscriptionItem[];
  [field: string]: unknown;
}
export interface Subscription extends StripeObject {
  object: 'subscription';
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  created: number;
  customer: string;
  default_payment_method: string | null;
  ended_at: number | null;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  metadata: Metadata;
  pending_update: PendingUpdate | null;
  schedule: string | null;
  start_date: number;
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'unpaid' | 'canceled';
  /** Lines for the next invoice. */
  _: { waiting: InvoiceLine[] };
}

export interface InvoiceLine extends StripeObject {
  object: 'line_item';
  amount: number;
  description: string;
  period: { start: number; end: number };
}
export interface Invoice extends StripeObject {
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  billing_reason: BillingReason;
  created: number;
  customer: string;
  lines: List<InvoiceLine>;
  next_payment_attempt: number | null;
  parent: { subscription_details: { subscription: string; metadata: Metadata }; [field: string]: unknown };
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  status_transitions: { finalized_at: number | null; paid_at: number | null; [field: string]: unknown };
  total: number;
  _: { paymentIntent: string | null };
}
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';

export interface PaymentIntent extends StripeObject {
  object: 'payment_intent';
  amount: number;
  created: number;
  customer: string;
  latest_charge: string | null;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  _: { invoice: string };
}
export interface Charge extends StripeObject {
  object: 'charge';
  amount: number;
  amount_refunded: number;
  created: number;
  customer: string;
  disputed: boolean;
  payment_intent: string;
  refunded: boolean;
  status: 'succeeded' | 'failed';
}
export interface Refund extends StripeObject {
  object: 'refund';
  amount: number;
  charge: string;
  created: number;
  payment_intent: string;
}

export interface Dispute extends StripeObject {
  object: 'dispute';
  amount: number;
  charge: string;
  created: number;
  evidence: Record<string, unknown>;
  evidence_details: Record<string, unknown>;
  metadata: Metadata;
  payment_intent: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
}

export interface SchedulePhase {
  start_date: number;
  end_date: number;
  items: { price: string; quantity: number; [field: string]: unknown }[];
  proration_behavior: string;
  [field: string]: unknown;
}
export interface Schedule extends StripeObject {
  object: 'subscription_schedule';
  created: number;
  current_phase: { start_date: number; end_date: number } | null;
  customer: string;
  end_behavior: 'release' | 'cancel';
  metadata: Metadata;
  phases: SchedulePhase[];
  released_subscription: string | null;
  status: 'not_started' | 'active' | 'completed' | 'released' | 'canceled';
  subscription: string | null;
}

export interface CheckoutSession extends StripeObject {
  object: 'checkout.session';
  amount_total: number;
  cancel_url: string | null;
  created: number;
  customer: string | null;
  customer_email: string | null;
  expires_at: number;
  invoice: string | null;
  metadata: Metadata;
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
  success_url: string;
  url: string | null;
  _: {
    price: string;
    quantity: number;
    subscriptionMetadata: Metadata;
    asking: { number: string; email: string } | null;
  };
}

export interface PortalSession extends StripeObject {
  object: 'billing_portal.session';
  created: number;
  customer: string;
  /** The flow that the page was opened for; null for its start page. */
  flow: {
    type: string;
    after_completion: { type: string; redirect: { return_url: string } | null; hosted_confirmation: null };
    [configuration: string]: unknown;
  } | null;
  return_url: string | null;
  url: string;
}
export interface TestClock extends StripeObject {
  object: 'test_helpers.test_clock';
  created: number;
  frozen_time: number;
  status: 'ready' | 'advancing' | 'internal_failure';
}

export interface Event extends StripeObject {
  object: 'event';
  created: number;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  type: string;
}
export interface WebhookEndpoint extends StripeObject {
  object: 'webhook_endpoint';
  created: number;
  enabled_events: string[];
  status: 'enabled' | 'disabled';
  url: string;
  _: { secret: string };
}
/** The delivery of an event to an endpoint. */
export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
  /** Real time in ms of the next attempt. */
  dueAt: number;
}
export interface IdempotentResponse {
  id: string;
  path: string;
  parameters: string;
  status: number;
  body: unknown;
  requestId: string;
  /** Real time, ms. */
  at: number;
}
