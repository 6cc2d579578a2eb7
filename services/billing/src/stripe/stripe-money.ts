import Stripe from 'stripe';
import type { Payments } from './payments.ts';
import { orUndefined, translateEach, translateErrors, withIdempotencyKey } from './stripe-errors.ts';
import { idOf, toDispute, toInvoice, toSeconds } from './stripe-readers.ts';

const PAGE = 100;
/** Short, because the page is useful without receipts. */
const RECEIPTS_TIMEOUT_MS = 3_000;
/** Metadata that identifies the call that made a refund, for lost responses and simultaneous calls. */
const REFUND_KEY = 'refund_key';

/** Invoices and their charges. */
export function moneyCalls(stripe: Stripe) {
  const { invoices } = stripe;

  async function sumRefundsOf(paymentIntent: string, key: string): Promise<number> {
    const { data } = await stripe.refunds.list({ payment_intent: paymentIntent, limit: PAGE });
    const ours = data.filter(({ metadata }) => metadata?.[REFUND_KEY] === key);
    return ours.reduce((sum, { amount }) => sum + amount, 0);
  }

  return {
    getInvoice: (id) => translateErrors(async () => toInvoice(await invoices.retrieve(id))),

    listInvoices: (subscription) =>
      translateErrors(async () => {
        const { data } = await invoices.list({ subscription, limit: 100 });
        return data.filter(({ status }) => status === 'open' || status === 'paid').map(toInvoice);
      }),

    listOpenInvoices: (customer) =>
      translateErrors(async () => {
        const list = await orUndefined(invoices.list({ customer, status: 'open', limit: 100 }));
        return (list?.data ?? []).map(toInvoice);
      }),

    eachInvoice: (status, since) =>
      translateEach(invoices.list({ limit: PAGE, status, created: { gte: toSeconds(since) } }), toInvoice),

    receiptUrls: (customerId) =>
      translateErrors(async () => {
        const { data } = await invoices.list(
          { customer: customerId, status: 'paid', limit: 100 },
          { timeout: RECEIPTS_TIMEOUT_MS, maxNetworkRetries: 0 },
        );
        return new Map(
          data.flatMap(({ id, hosted_invoice_url: url }): [string, string][] => (id && url ? [[id, url]] : [])),
        );
      }),

    voidInvoice: (id) =>
      translateErrors(async () => {
        try {
          await invoices.voidInvoice(id);
          return true;
        } catch (error) {
          // Paid or voided meanwhile; the caller's next read shows which.
          if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
          throw error;
        }
      }),

    payInvoice: (id, key) =>
      translateErrors(async () => {
        await withIdempotencyKey(key, (options) => invoices.pay(id, {}, options));
      }),

    refundInvoice: (id, key) =>
      translateErrors(async () => {
        const { data } = await stripe.invoicePayments.list({ invoice: id, status: 'paid' });
        const intent = idOf(data[0]?.payment.payment_intent);
        const charge = intent && idOf((await stripe.paymentIntents.retrieve(intent)).latest_charge);
        if (!intent || !charge) return 0;
        const { amount, amount_refunded: refundedAmount, disputed } = await stripe.charges.retrieve(charge);
        // A disputed charge can't be refunded, and after an earlier call with this key nothing is left to refund.
        if (disputed || refundedAmount >= amount) return sumRefundsOf(intent, key);
        const refund = { payment_intent: intent, reason: 'duplicate', metadata: { [REFUND_KEY]: key } } as const;
        await withIdempotencyKey(key, (options) => stripe.refunds.create(refund, options));
        return amount - refundedAmount;
      }),

    findCharge: (id) =>
      translateErrors(async () => {
        const charge = await orUndefined(stripe.charges.retrieve(id));
        if (!charge) return undefined;
        const intent = idOf(charge.payment_intent);
        const [payments, disputes] = await Promise.all([
          intent && stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } }),
          charge.disputed ? stripe.disputes.list({ charge: id, limit: 100 }) : undefined,
        ]);
        const lost = (disputes?.data ?? []).filter(({ status }) => status === 'lost');
        const lostCents = lost.reduce((sum, { amount }) => sum + amount, 0);
        return {
          customerId: idOf(charge.customer),
          invoiceId: payments ? idOf(payments.data[0]?.invoice) : null,
          refundedCents: Math.min(charge.amount, charge.amount_refunded + lostCents),
          disputes: (disputes?.data ?? []).map(toDispute),
        };
      }),

    listChangedCharges: (since) =>
      translateErrors(async () => {
        const created = { gte: toSeconds(since) };
        const charges = new Set<string | null>();
        for await (const { charge } of stripe.refunds.list({ limit: PAGE, created })) charges.add(idOf(charge));
        for await (const { charge } of stripe.disputes.list({ limit: PAGE, created })) charges.add(idOf(charge));
        return [...charges].filter((id) => id !== null);
      }),
  } satisfies Partial<Payments>;
}
