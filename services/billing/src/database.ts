import type { InboxTables } from '@reelwright/kafka';
import type { LeaseColumns } from '@reelwright/leases';
import type { OutboxTables } from '@reelwright/outbox';
import type { ErasedItem } from '@reelwright/product';
import type { ColumnType, Generated, Selectable } from 'kysely';

export interface BillingDatabase extends OutboxTables, InboxTables {
  accounts: AccountTable;
  subscriptions: SubscriptionTable;
  payments: PaymentTable;
  operations: OperationTable;
  stripe_events: StripeEventTable;
  disputes: DisputeTable;
  corrections: CorrectionTable;
  reconcile_runs: ReconcileRunTable;
}

interface AccountTable extends LeaseColumns {
  /** The user's id. */
  id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  profile_revision: Generated<number>;
  stripe_customer_id: string | null;
  /** Counts saved reads from Stripe, so that an older read is never saved after a newer one. */
  stripe_reads: Generated<number>;
  /** The lease for changes at Stripe (`accounts/account-lease.ts`): its fencing token and its expiry in real time. */
  stripe_lease_token: Generated<number>;
  stripe_leased_until: Date | null;
  /** When the user requested the deletion, product time. */
  left_at: Date | null;
  close_due_at: Date | null;
  /** The erased items, for the receipt. */
  erased: ColumnType<ErasedItem[], string | undefined, string>;
  closed_at: Date | null;
}

interface SubscriptionTable extends LeaseColumns {
  /** The user's id. */
  id: string;
  tier: string;
  is_annual: boolean;
  status: string;
  current_period_start: Date | null;
  current_period_end: Date | null;
  month_anchor: Date | null;
  cancelled_at: Date | null;
  expires_at: Date | null;
  next_tier: string | null;
  /** Null without a next plan, and for those chosen before this column existed. */
  next_is_annual: boolean | null;
  /** The amount due of the overdue invoice. */
  overdue_cents: number | null;
  overdue_currency: string | null;
  stripe_subscription_id: string | null;
  lapses_at: Date | null;
  revision: number;
  updated_at: Date;
}

interface PaymentTable {
  /** The Stripe invoice that was paid. */
  id: string;
  user_id: string | null;
  amount_cents: number;
  refunded_cents: Generated<number>;
  currency: string;
  tier: string;
  /** Null when it is not known. */
  is_annual: boolean | null;
  /** purchase | renewal | upgrade | switch; null when it is not known. */
  kind: string | null;
  paid_at: Date;
}

interface OperationTable {
  id: Generated<string>;
  user_id: string;
  kind: string;
  target: string;
  checkout_session_id: string | null;
  /** For a change: the subscription, the requested price, and the price of the next plan before it. */
  subscription_id: string | null;
  requested_price_id: string | null;
  next_price_id: string | null;
  /** Since when the change waits for its invoice to be paid. */
  payment_pending_since: Date | null;
  opened_at: Date;
  closed_at: Date | null;
}

interface StripeEventTable extends LeaseColumns {
  id: string;
  type: string;
  customer_id: string | null;
  invoice_id: string | null;
  charge_id: string | null;
  card_changed: Generated<boolean>;
  due_at: Date;
  attempts: Generated<number>;
  done_at: Date | null;
}

interface DisputeTable {
  /** Stripe's id. */
  id: string;
  payment_id: string;
  amount_cents: number;
  reason: string;
  /** Stripe's status. */
  status: string;
  opened_at: Date;
  updated_at: Date;
}

interface CorrectionTable {
  id: Generated<string>;
  reason: string;
  /** The customer at Stripe; null when it is not known or was deleted. */
  customer_id: string | null;
  subscription_id: string;
  payment_id: string | null;
  amount_cents: number;
  opened_at: Date;
  done_at: Date | null;
}

interface ReconcileRunTable extends LeaseColumns {
  /** The day of a nightly run, YYYY-MM-DD in UTC; of any other the instant at which it began. */
  id: string;
  due_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  report: ColumnType<unknown, string | null, string | null>;
}

export type AccountRow = Selectable<AccountTable>;
export type SubscriptionRow = Selectable<SubscriptionTable>;
export type OperationRow = Selectable<OperationTable>;
export type StripeEventRow = Selectable<StripeEventTable>;
export type ReconcileRunRow = Selectable<ReconcileRunTable>;
export type CorrectionRow = Selectable<CorrectionTable>;
