import { consentPage } from '../console/consent.ts';
import { type Html, html, page } from '../console/html.ts';
import { cards } from './cards.ts';

export const euros = (cents: number): string =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' }).format(cents / 100);

const grouped = (number: string): string => number.replace(/(.{4})(?=.)/g, '$1 ');

/** The style of the pay page: two columns, the order on the left and the card on the right. */
const style: Html = {
  html: `<style>
.pay { min-height: 100vh; display: grid; grid-template-columns: 1fr 1fr; }
.pay > * { padding: clamp(1.25rem, 6vw, 5rem) clamp(1.25rem, 5vw, 4.5rem); }
.order { background: var(--sunken); display: grid; gap: 1.5rem; align-content: start; justify-items: end; }
.order > *, .card-form > * { width: 100%; max-width: 26rem; }
.order-total { font: 750 clamp(2.25rem, 5vw, 3.25rem)/1 "Bricolage Display", "Bricolage Grotesque Variable", system-ui, sans-serif; letter-spacing: -0.022em; font-variant-numeric: tabular-nums; margin: .25rem 0; }
.order-line { display: flex; gap: 1rem; justify-content: space-between; border-top: 1px solid var(--line); padding-top: 1rem; font-variant-numeric: tabular-nums; }
.order-line strong { display: block; }
.order-line + .order-line { font-weight: 650; }
.card-form { display: grid; gap: 1.25rem; align-content: start; }
.card-form fieldset { border: 0; padding: 0; margin: 0; display: grid; gap: .75rem; min-width: 0; }
.card-form legend, .card-form h2 { font-size: 1.125rem; font-weight: 650; padding: 0; margin-bottom: .5rem; letter-spacing: 0; font-family: inherit; }
.card-form label.field { display: grid; gap: .25rem; font-size: .875rem; color: var(--muted); }
.card-form .two { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
.card-form input { font-variant-numeric: tabular-nums; }
.test-cards { max-height: 15.5rem; overflow: auto; }
.test-cards label { min-height: 48px !important; padding: .375rem .875rem !important; }
.test-cards li:has(:checked) { background: var(--sunken); }
.pay button.primary { min-height: 52px; width: 100%; font-size: 1.0625rem; }
.notice { border: 1px solid var(--bad); color: var(--bad); border-radius: 10px; padding: .75rem 1rem; margin: 0; font-weight: 550; }
.back { display: inline-flex; min-height: 44px; align-items: center; color: var(--muted); text-decoration: none; border: 0; background: none; padding: 0; font-weight: 500; }
@media (max-width: 52rem) { .order > *, .card-form > * { max-width: none; } .pay { grid-template-columns: 1fr; min-height: 0; } .order { justify-items: stretch; } .pay > * { padding-block: 1.5rem; } }
</style>`,
};

/** Fills in the number of the chosen test card; a number can also be typed. */
const script: Html = {
  html: `<script>
document.addEventListener('change', (event) => {
  if (event.target.name !== 'test_card') return;
  const field = document.querySelector('[name=number]');
  field.value = event.target.value.replace(/(.{4})(?=.)/g, '$1 ');
});
</script>`,
};

export interface PayPage {
  /** The address that the form is sent to. */
  action: string;
  merchant: string;
  title: string;
  lines: readonly { name: string; note?: string; amount: number }[];
  total: number;
  /** After the total, e.g. `per month`. */
  per: string;
  email: string;
  button: string;
  /** The address of the link back without paying. */
  back?: string;
  failure?: string | undefined;
  number?: string | undefined;
}

/** The hosted payment page. A test card is filled in, so that one click pays. */
export function payPage(options: PayPage): string {
  const selectedNumber = options.number ?? cards[0]?.number ?? '';
  return page(
    `${options.title} · Checkout`,
    html`<main class="pay">
<section class="order" aria-label="Order">
  ${options.back === undefined ? '' : html`<form method="post" action="${options.action}"><button class="back" name="act" value="cancel">← Back to ${options.merchant}</button></form>`}
  <div><p class="consent-brand"><span class="pip done" aria-hidden="true"></span>${options.merchant} <span class="tag">test mode</span></p>
  <h1 style="font-size:1.125rem;font-weight:550;letter-spacing:0;font-family:inherit" class="lead">${options.title}</h1>
  <p class="order-total">${euros(options.total)}</p><p class="lead">${options.per}</p></div>
  <div>${options.lines.map((line) => html`<p class="order-line"><span><strong>${line.name}</strong>${line.note === undefined ? '' : html`<span class="meta">${line.note}</span>`}</span><span>${euros(line.amount)}</span></p>`)}
  <p class="order-line"><span>Total due today</span><span>${euros(options.total)}</span></p></div>
</section>
<form class="card-form" method="post" action="${options.action}" aria-label="Payment">
  ${options.failure === undefined ? '' : html`<p class="notice" role="alert">${options.failure}</p>`}
  <label class="field">Email <input type="email" name="email" value="${options.email}" autocomplete="email" required></label>
  ${cardFields(selectedNumber)}
  <button class="primary" name="act" value="pay">${options.button}</button>
  <p class="meta">No real money: this page plays Stripe Checkout on this machine.</p>
</form></main>`,
    html`${style}${script}`,
  );
}

function cardFields(selectedNumber: string): Html {
  return html`<fieldset><legend>Card</legend>
  <label class="field">Card number <input name="number" value="${grouped(selectedNumber)}" inputmode="numeric" autocomplete="cc-number" pattern="[0-9 ]{13,23}" required></label>
  <div class="two"><label class="field">Expiry <input name="expiry" value="12 / 34" autocomplete="cc-exp" required></label>
  <label class="field">CVC <input name="cvc" value="123" inputmode="numeric" autocomplete="cc-csc" required></label></div>
  <label class="field">Name on card <input name="name" value="Test Card Holder" autocomplete="cc-name" required></label></fieldset>
  <fieldset><legend>Test cards</legend><ul class="choices test-cards">${cards.map(
    (card) =>
      html`<li><label><input type="radio" name="test_card" value="${card.number}" ${card.number === selectedNumber ? { html: 'checked' } : ''}><span>${card.title}<small>${grouped(card.number)}</small></span></label></li>`,
  )}</ul></fieldset>`;
}

/** The bank's page on which the card holder confirms (3D Secure). */
export function authenticationPage(options: {
  action: string;
  merchant: string;
  amount: number;
  number: string;
  email: string;
}): string {
  return consentPage({
    provider: 'Test bank',
    title: 'Is this you?',
    lead: `${options.merchant} asks for ${euros(options.amount)} from your card ending in ${options.number.slice(-4)}.`,
    body: html`<form method="post" action="${options.action}">
<input type="hidden" name="number" value="${options.number}"><input type="hidden" name="email" value="${options.email}">
<p class="actions"><button name="act" value="abandon">Fail authentication</button><button class="primary" name="act" value="authenticate">Complete authentication</button></p></form>`,
  });
}

/** A page without a form, with a link to continue. */
export function endPage(title: string, lead: string, link?: { href: string; text: string }): string {
  return consentPage({
    provider: 'Checkout',
    title,
    lead,
    body: html`${link === undefined ? '' : html`<p class="actions"><a class="button" href="${link.href}">${link.text}</a></p>`}`,
  });
}

/** The customer portal, which here can only change the card. */
export function portalPage(options: {
  action: string;
  present: string;
  plan: string;
  back: string | null;
  saved: boolean;
}): string {
  return page(
    'Payment method · Reelwright',
    html`<main class="pay"><section class="order" aria-label="Plan">
  ${options.back === null ? '' : html`<p><a class="back" href="${options.back}">← Back to Reelwright</a></p>`}
  <div><p class="consent-brand"><span class="pip done" aria-hidden="true"></span>Reelwright <span class="tag">test mode</span></p>
  <h1>Payment method</h1><p class="lead">${options.plan}</p></div>
  <p class="order-line"><span><strong>Card on file</strong></span><span>${options.present}</span></p></section>
<form class="card-form" method="post" action="${options.action}" aria-label="New card">
  ${options.saved ? html`<p role="status"><span class="pip done" aria-hidden="true"></span>Your new card is saved.</p>` : ''}
  ${cardFields(cards[0]?.number ?? '')}
  <button class="primary">Save card</button>
</form></main>`,
    html`${style}${script}`,
  );
}
