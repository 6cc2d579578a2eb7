import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Account, get } from './account.ts';
import { type BankResult, findCard, type Situation } from './cards.ts';
import { requirePrice } from './catalogue.ts';
import { paySession } from './checkout.ts';
import { collect, requestPayment } from './collection.ts';
import type { CheckoutSession, Invoice } from './objects.ts';
import { authenticationPage, endPage, payPage, portalPage } from './pages.ts';
import { createCard } from './payment-methods.ts';
import { nameOf } from './proration.ts';
import { changeSubscription, followPayment } from './subscriptions.ts';

const merchant = 'Reelwright';
type PageRequest = { Params: { id: string }; Body: Record<string, string> };
const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** The pages a person uses: hosted checkout, hosted invoice, customer portal. */
export function addPages(app: FastifyInstance, account: Account, before: () => void, after: () => void): void {
  const show = (reply: FastifyReply, page: string, status = 200) => reply.code(status).type('text/html').send(page);
  const gone = (reply: FastifyReply) =>
    show(reply, endPage('This page has expired', 'Please go back to the shop and begin again.'), 404);

  app.get<PageRequest>('/c/pay/:id', async (request, reply) => {
    before();
    const session = account.sessions.get(request.params.id);
    if (!session || session.status === 'expired') return gone(reply);
    if (session.status === 'complete') {
      return show(
        reply,
        endPage('You’re all done here', 'You have already paid.', {
          href: successUrl(session),
          text: `Back to ${merchant}`,
        }),
      );
    }
    return show(reply, sessionPage(account, session));
  });
  app.post<PageRequest>('/c/pay/:id', async (request, reply) => {
    before();
    const session = account.sessions.get(request.params.id);
    if (!session || session.status === 'expired') return gone(reply);
    if (session.status === 'complete') return reply.redirect(successUrl(session), 303);
    const form = request.body ?? {};
    if (form.act === 'cancel') return reply.redirect(session.cancel_url ?? successUrl(session), 303);
    const payer = { number: numberIn(form), email: form.email ?? '', name: form.name ?? '' };
    if (form.act === 'abandon') return show(reply, sessionPage(account, session, notAuthenticated, payer.number));
    const result = paySession(account, session, payer, situationOf(form, session._.asking?.number));
    after();
    if (result === 'pays') return reply.redirect(successUrl(session), 303);
    if (result === 'asks') {
      const { number, email } = payer;
      const action = `/c/pay/${session.id}`;
      return show(reply, authenticationPage({ action, merchant, amount: session.amount_total, number, email }));
    }
    return show(reply, sessionPage(account, session, result.message, payer.number));
  });

  app.get<PageRequest>('/i/:id', async (request, reply) => {
    before();
    const invoice = account.invoices.get(request.params.id);
    if (!invoice) return gone(reply);
    if (invoice.status !== 'open') return show(reply, endPage('Invoice', `This invoice is ${invoice.status}.`));
    return show(reply, invoicePage(invoice));
  });
  app.post<PageRequest>('/i/:id', async (request, reply) => {
    before();
    const invoice = account.invoices.get(request.params.id);
    if (invoice?.status !== 'open') return gone(reply);
    const form = request.body ?? {};
    const number = numberIn(form);
    if (form.act === 'abandon') return show(reply, invoicePage(invoice, notAuthenticated, number));
    const result = payInvoiceWith(account, invoice, number, situationOf(form, number));
    after();
    if (result === 'pays') return show(reply, endPage('Paid', 'Thank you. You can close this page.'));
    if (result === 'asks') {
      const email = String(invoice.customer_email ?? '');
      return show(
        reply,
        authenticationPage({ action: `/i/${invoice.id}`, merchant, amount: invoice.amount_due, number, email }),
      );
    }
    return show(reply, invoicePage(invoice, result.message, number));
  });

  app.get<PageRequest & { Querystring: { saved?: string } }>('/p/session/:id', async (request, reply) => {
    before();
    const session = account.portalSessions.get(request.params.id);
    if (!session) return gone(reply);
    const subscription = account.subscriptions.find(
      ({ customer, ended_at }) => customer === session.customer && ended_at === null,
    );
    const method =
      subscription?.default_payment_method ??
      account.customers.get(session.customer)?.invoice_settings.default_payment_method;
    const number = method ? account.paymentMethods.get(method)?._.number : undefined;
    const [item] = subscription?.items.data ?? [];
    return show(
      reply,
      portalPage({
        action: `/p/session/${session.id}`,
        present: number === undefined ? 'none' : `•••• ${number.slice(-4)}`,
        plan: item ? nameOf(item) : 'No plan at the moment.',
        back: session.return_url,
        saved: request.query.saved === '1',
      }),
    );
  });
  app.post<PageRequest>('/p/session/:id', async (request, reply) => {
    before();
    const session = account.portalSessions.get(request.params.id);
    const number = numberIn(request.body ?? {});
    if (!session || !findCard(number)) return gone(reply);
    useCard(account, session.customer, number);
    after();
    const { redirect } = session.flow?.after_completion ?? {};
    return reply.redirect(redirect?.return_url ?? `/p/session/${session.id}?saved=1`, 303);
  });
}

const successUrl = (session: CheckoutSession): string =>
  session.success_url.replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, session.id);
const numberIn = (form: Record<string, string>): string => (form.number ?? '').replaceAll(/\D/g, '');

/** `authenticated` only if 3D Secure was required for the same card before. */
const situationOf = (form: Record<string, string>, asked: string | undefined): Situation =>
  form.act === 'authenticate' && asked === numberIn(form) ? 'authenticated' : 'present';

function sessionPage(account: Account, session: CheckoutSession, failure?: string, number?: string): string {
  const price = requirePrice(session._.price, 'price');
  const customer = session.customer === null ? undefined : account.customers.get(session.customer);
  const { interval } = price.recurring;
  return payPage({
    action: `/c/pay/${session.id}`,
    merchant,
    title: `Subscribe to ${nameOf({ price })}`,
    lines: [{ name: nameOf({ price }), note: `Billed every ${interval}`, amount: session.amount_total }],
    total: session.amount_total,
    per: `per ${interval}`,
    email: customer?.email ?? session.customer_email ?? '',
    button: 'Pay and subscribe',
    ...(session.cancel_url === null ? {} : { back: session.cancel_url }),
    failure,
    number,
  });
}

function invoicePage(invoice: Invoice, failure?: string, number?: string): string {
  return payPage({
    action: `/i/${invoice.id}`,
    merchant,
    title: `Invoice ${String(invoice.number)}`,
    lines: invoice.lines.data.map((line) => ({ name: line.description, amount: line.amount })),
    total: invoice.amount_due,
    per: 'due now',
    email: String(invoice.customer_email ?? ''),
    button: 'Pay invoice',
    failure,
    number,
  });
}

function payInvoiceWith(account: Account, invoice: Invoice, number: string, situation: Situation): BankResult {
  const result = requestPayment(account, number, situation);
  if (result !== 'pays') return result;
  const method = createCard(account, number, invoice.customer);
  collect(account, invoice, { method, situation, at: account.timeOf(invoice.customer), result });
  followPayment(account, invoice.id);
  return result;
}

/** Makes a card the customer's default, also for subscriptions that had a card of their own. */
function useCard(account: Account, customer: string, number: string): void {
  const present = get(account.customers, 'customer', customer);
  const method = createCard(account, number, customer, { email: present.email, name: present.name });
  account.emit('payment_method.attached', method);
  const invoice_settings = { ...present.invoice_settings, default_payment_method: method.id };
  account.emit('customer.updated', account.customers.update(customer, { invoice_settings }));
  for (const { id } of account.subscriptions.filter((one) => one.customer === customer && one.ended_at === null)) {
    changeSubscription(account, id, { default_payment_method: method.id });
  }
}
