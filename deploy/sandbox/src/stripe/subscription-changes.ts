import { type Account, get } from './account.ts';
import type { BankResult } from './cards.ts';
import { requirePrice } from './catalogue.ts';
import { collect, methodFor, requestPayment } from './collection.ts';
import { cardFailure, invalid } from './failure.ts';
import { createInvoice, draftInvoice } from './invoicing.ts';
import type { Subscription } from './objects.ts';
import { type PlannedChange, type ProrationBehavior, planChange } from './proration.ts';
import { changeSubscription, dropPending, followPayment, noteChange } from './subscriptions.ts';

const pendingFor = 23 * 3600;

const behaviors = ['always_invoice', 'create_prorations', 'none'] as const;
const changedItem = {
  fields: { id: 'text', price: 'text', quantity: 'integer', deleted: 'boolean', metadata: 'ignored' },
} as const;

/** The parameters of an update that change items or billing. */
export const itemFields = {
  items: { list: changedItem },
  proration_behavior: { oneOf: behaviors },
  proration_date: 'integer',
  /** An object since 2026-09-30.endive, a text before. */
  billing_cycle_anchor: { fields: { type: { oneOf: ['now', 'unchanged'] } } },
  payment_behavior: {
    oneOf: ['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'],
  },
} as const;

export interface ItemsChange {
  items?:
    | {
        id?: string | undefined;
        price?: string | undefined;
        quantity?: number | undefined;
        deleted?: boolean | undefined;
      }[]
    | undefined;
  proration_behavior?: ProrationBehavior | undefined;
  proration_date?: number | undefined;
  billing_cycle_anchor?: { type?: 'now' | 'unchanged' | undefined } | undefined;
  payment_behavior?: string | undefined;
}

/** Computes a change without storing it. @throws StripeFailure for unknown items or prices. */
export function plannedChange(subscription: Subscription, change: ItemsChange, now: number): PlannedChange {
  checkProrationDate(subscription, change.proration_date);
  const wanted = (change.items ?? []).map((item, index) => {
    if (item.id !== undefined && !subscription.items.data.some(({ id }) => id === item.id)) {
      throw invalid(`No such subscription item: '${item.id}'`, `items[${index}][id]`, 'resource_missing');
    }
    const price = item.price === undefined ? undefined : requirePrice(item.price, `items[${index}][price]`);
    if (item.id === undefined && price && subscription.items.data.some((present) => present.price.id === price.id)) {
      throw invalid(
        `This Subscription already has an item with Price ${price.id}; change its quantity instead.`,
        `items[${index}][price]`,
      );
    }
    return { ...item, price };
  });
  return planChange(subscription, wanted, {
    at: change.proration_date ?? now,
    now,
    behavior: change.proration_behavior ?? 'create_prorations',
    restart: change.billing_cycle_anchor?.type === 'now',
  });
}

/** Checks that the proration date is in the current period. */
function checkProrationDate({ items }: Subscription, at: number | undefined): void {
  if (at === undefined) return;
  const start = Math.max(...items.data.map((item) => item.current_period_start));
  const end = Math.min(...items.data.map((item) => item.current_period_end));
  if (at >= start && at <= end) return;
  throw invalid(
    `Invalid date. Cannot prorate outside of the subscription's current period (${start}-${end}).`,
    'proration_date',
  );
}

/** Changes a subscription's items, bills the change and applies it according to `payment_behavior`. */
export function changeItems(account: Account, id: string, change: ItemsChange): Subscription {
  const present = get(account.subscriptions, 'subscription', id);
  // A new change replaces one that is still unpaid.
  const subscription = present.pending_update ? dropPending(account, present) : present;
  const at = account.timeOf(subscription.customer);
  const planned = plannedChange(subscription, change, at);
  const lines = [...subscription._.waiting, ...planned.lines];
  // Without lines, as for the same price, there is no invoice.
  const billsNow = (change.proration_behavior === 'always_invoice' || planned.restarts) && lines.length > 0;
  const applied: Partial<Subscription> = {
    items: { ...subscription.items, data: planned.items },
    ...(planned.restarts ? { billing_cycle_anchor: at } : {}),
    ...(subscription.cancel_at_period_end
      ? { cancel_at: Math.max(...planned.items.map((item) => item.current_period_end)) }
      : {}),
  };
  if (!billsNow) {
    noteChange(account, subscription, 'changed', planned.items[0]?.price.id);
    return changeSubscription(account, id, { ...applied, _: { waiting: lines } });
  }

  const bill = { reason: 'subscription_update', lines, at } as const;
  const method = methodFor(account, subscription);
  const due = draftInvoice(account, subscription, bill).amount_due;
  // The bank is charged before anything is changed, because this change must not happen unpaid.
  const result: BankResult =
    due === 0
      ? 'pays'
      : method
        ? requestPayment(account, method._.number, 'absent')
        : { code: 'resource_missing', message: 'There is no card on file.' };
  if (result !== 'pays' && change.payment_behavior === 'error_if_incomplete') throw declinedPayment(result);

  const pends = result !== 'pays' && change.payment_behavior === 'pending_if_incomplete';
  if (!pends) noteChange(account, subscription, 'changed', planned.items[0]?.price.id);
  changeSubscription(account, id, pends ? {} : { ...applied, _: { waiting: [] } });
  const invoice = createInvoice(account, subscription, bill);
  if (invoice.status === 'open') collect(account, invoice, { method, situation: 'absent', at, result });
  changeSubscription(account, id, {
    latest_invoice: invoice.id,
    ...(pends
      ? {
          pending_update: {
            billing_cycle_anchor: planned.restarts ? at : null,
            cancel_at_period_end: null,
            discounts: null,
            expires_at: Math.min(at + pendingFor, ...subscription.items.data.map((item) => item.current_period_end)),
            subscription_items: planned.items,
            trial_end: null,
            trial_from_plan: null,
          },
        }
      : {}),
  });
  return followPayment(account, invoice.id);
}

/** The failure when the bank declines or requires 3D Secure and the call must not take effect unpaid. */
export function declinedPayment(result: Exclude<BankResult, 'pays'>) {
  return result === 'asks'
    ? cardFailure({
        code: 'subscription_payment_intent_requires_action',
        message:
          'Payment for this subscription requires additional user action before it can be completed successfully.',
      })
    : cardFailure(result);
}
