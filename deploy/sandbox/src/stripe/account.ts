import { token } from '../core/ids.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { Collection, Document, Store } from '../core/store.ts';
import { findPrice, findProduct } from './catalogue.ts';
import { missing } from './failure.ts';
import type {
  Charge,
  CheckoutSession,
  Customer,
  Delivery,
  Dispute,
  Event,
  IdempotentResponse,
  Invoice,
  PaymentIntent,
  PaymentMethod,
  PortalSession,
  Refund,
  Schedule,
  StripeObject,
  Subscription,
  TestClock,
  WebhookEndpoint,
} from './objects.ts';

/** The Stripe account's objects, and the operations that all parts of the emulator share. */
export interface Account extends Collections {
  readonly sandbox: Sandbox;
  /** Unix seconds on the customer's clock: its test clock's, else product time. */
  timeOf(customer: string | null | undefined): number;
  /** While `catchUp` plays due events: their instant, in place of all clocks. */
  instant: number | null;
  /** Stores an event and sends it to all enabled webhook endpoints. */
  emit(type: string, object: StripeObject, previous?: Record<string, unknown>): void;
  /** The API call under way, for the events it causes. */
  request: { id: string | null; idempotency_key: string | null };
}

interface Collections {
  readonly customers: Collection<Customer>;
  readonly paymentMethods: Collection<PaymentMethod>;
  readonly subscriptions: Collection<Subscription>;
  readonly invoices: Collection<Invoice>;
  readonly paymentIntents: Collection<PaymentIntent>;
  readonly charges: Collection<Charge>;
  readonly refunds: Collection<Refund>;
  readonly disputes: Collection<Dispute>;
  readonly schedules: Collection<Schedule>;
  readonly sessions: Collection<CheckoutSession>;
  readonly portalSessions: Collection<PortalSession>;
  readonly clocks: Collection<TestClock>;
  readonly events: Collection<Event>;
  readonly endpoints: Collection<WebhookEndpoint>;
  readonly deliveries: Collection<Delivery>;
  readonly idempotentResponses: Collection<IdempotentResponse>;
  /** The ids of deleted customers. */
  readonly deletedCustomers: Collection<Document>;
}

export function collectionsOf(store: Store): Collections {
  const named = <T extends Document>(name: string) => store.collection<T>(`stripe-${name}`);
  return {
    customers: named('customers'),
    paymentMethods: named('payment-methods'),
    subscriptions: named('subscriptions'),
    invoices: named('invoices'),
    paymentIntents: named('payment-intents'),
    charges: named('charges'),
    refunds: named('refunds'),
    disputes: named('disputes'),
    schedules: named('schedules'),
    sessions: named('checkout-sessions'),
    portalSessions: named('portal-sessions'),
    clocks: named('test-clocks'),
    events: named('events'),
    endpoints: named('webhook-endpoints'),
    deliveries: named('deliveries'),
    idempotentResponses: named('idempotent-answers'),
    deletedCustomers: named('deleted-customers'),
  };
}

/** An object of a collection. @throws StripeFailure resource_missing */
export function get<T extends StripeObject>(from: Collection<T>, kind: string, id: string, param?: string): T {
  const found = from.get(id);
  if (!found) throw missing(kind, id, param);
  return found;
}

/** Any object by its id, for `expand`. */
export function findAny(account: Account, id: string): StripeObject | undefined {
  const collections = [
    account.customers,
    account.subscriptions,
    account.invoices,
    account.paymentMethods,
    account.paymentIntents,
    account.charges,
    account.disputes,
    account.schedules,
    account.clocks,
  ] as const;
  for (const collection of collections) {
    const found = collection.get(id);
    if (found) return found;
  }
  return findPrice(id) ?? findProduct(id);
}

export const newId = (prefix: string, length = 24): string => `${prefix}_${token(length)}`;
