import { newId } from './account.ts';
import { findProduct } from './catalogue.ts';
import { itemLine } from './invoicing.ts';
import type { InvoiceLine, Price, Subscription, SubscriptionItem } from './objects.ts';
import { plusIntervals } from './periods.ts';

export interface WantedItem {
  /** The id of an existing item; absent for a new one. */
  id?: string | undefined;
  price?: Price | undefined;
  quantity?: number | undefined;
  deleted?: boolean | undefined;
}
export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';

export interface PlannedChange {
  items: SubscriptionItem[];
  /** The credits and charges of the change. */
  lines: InvoiceLine[];
  /** Whether a new period begins. */
  restarts: boolean;
}

/**
 * Computes a change of a subscription's items at an instant. Unused time is credited at the old price and charged at the
 * new one, by the second. With `restart` a new period begins and is charged in full; without it the periods stay, also
 * from month to year (flexible billing).
 */
export function planChange(
  subscription: Subscription,
  wanted: readonly WantedItem[],
  {
    at,
    now,
    behavior,
    restart,
  }: {
    /** The instant until which the old price is charged. */
    at: number;
    /** When a restarted period begins. */
    now: number;
    behavior: ProrationBehavior;
    restart: boolean;
  },
): PlannedChange {
  const lines: InvoiceLine[] = [];
  const items: SubscriptionItem[] = [];
  const prorates = behavior !== 'none';
  for (const item of subscription.items.data) {
    const change = wanted.find(({ id }) => id === item.id);
    if (change?.deleted) {
      if (prorates) lines.push(unused(subscription, item, at));
      continue;
    }
    const next = { ...item, price: change?.price ?? item.price, quantity: change?.quantity ?? item.quantity };
    const changes = next.price.id !== item.price.id || next.quantity !== item.quantity;
    if (restart) {
      if (prorates) lines.push(unused(subscription, item, at));
      items.push(restarted(subscription, next, now, lines));
    } else if (changes) {
      const moved = withInterval(next, item);
      if (prorates) lines.push(unused(subscription, item, at), remaining(subscription, moved, at));
      items.push(moved);
    } else items.push(item);
  }
  for (const { price, quantity = 1 } of wanted.filter(({ id }) => id === undefined)) {
    if (!price) continue;
    const item = createItem(subscription.id, price, quantity, at);
    const end = subscription.items.data[0]?.current_period_end ?? item.current_period_end;
    if (restart) items.push(restarted(subscription, item, now, lines));
    else {
      const joined = {
        ...item,
        current_period_end: price.recurring.interval === 'month' ? end : item.current_period_end,
      };
      if (prorates) lines.push(remaining(subscription, joined, at));
      items.push(joined);
    }
  }
  return { items, lines, restarts: restart };
}

export function createItem(subscription: string, price: Price, quantity: number, at: number): SubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: at,
    current_period_start: at,
    current_period_end: plusIntervals(at, price.recurring.interval, price.recurring.interval_count),
    discounts: [],
    metadata: {},
    price,
    quantity,
    subscription,
    tax_rates: [],
  };
}

/** The line for a whole period of an item. */
export function wholePeriod(subscription: Pick<Subscription, 'id'>, item: SubscriptionItem): InvoiceLine {
  return itemLine(subscription, item, {
    amount: item.price.unit_amount * item.quantity,
    start: item.current_period_start,
    end: item.current_period_end,
    proration: false,
    description: `${item.quantity} × ${nameOf(item)} (at €${(item.price.unit_amount / 100).toFixed(2)} / ${item.price.recurring.interval})`,
  });
}

function restarted(
  subscription: Subscription,
  item: SubscriptionItem,
  at: number,
  lines: InvoiceLine[],
): SubscriptionItem {
  const next = {
    ...item,
    current_period_start: at,
    current_period_end: plusIntervals(at, item.price.recurring.interval, item.price.recurring.interval_count),
  };
  lines.push(wholePeriod(subscription, next));
  return next;
}

/** Applies another interval without a restart: the period keeps its start and gets the new length. */
function withInterval(next: SubscriptionItem, before: SubscriptionItem): SubscriptionItem {
  const { interval, interval_count } = next.price.recurring;
  if (interval === before.price.recurring.interval) return next;
  return { ...next, current_period_end: plusIntervals(before.current_period_start, interval, interval_count) };
}

function unused(subscription: Subscription, item: SubscriptionItem, at: number): InvoiceLine {
  return itemLine(subscription, item, {
    amount: -share(item, at),
    start: at,
    end: item.current_period_end,
    proration: true,
    description: `Unused time on ${nameOf(item)} after ${dayOf(at)}`,
  });
}

function remaining(subscription: Subscription, item: SubscriptionItem, at: number): InvoiceLine {
  return itemLine(subscription, item, {
    amount: share(item, at),
    start: at,
    end: item.current_period_end,
    proration: true,
    description: `Remaining time on ${nameOf(item)} after ${dayOf(at)}`,
  });
}

function share(item: SubscriptionItem, at: number): number {
  const { current_period_start: start, current_period_end: end } = item;
  const left = Math.min(1, Math.max(0, (end - at) / (end - start)));
  return Math.round(item.price.unit_amount * item.quantity * left);
}

export const nameOf = (item: { price: Price }): string => findProduct(item.price.product)?.name ?? item.price.product;
const dayOf = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
