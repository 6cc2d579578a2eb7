import { readable } from '../console/feed.ts';
import { type Html, html } from '../console/html.ts';
import type { Account } from './account.ts';
import { euros } from './pages.ts';
import { nameOf } from './proration.ts';

const instant = (seconds: number): string => readable(new Date(seconds * 1000).toISOString());

/** The customers with their plans and charges. */
export function overview(account: Account): Html {
  const subscriptions = account.subscriptions.all().reverse();
  const charges = account.charges.all().reverse();
  const waiting = account.deliveries.all().length;
  return html`<header class="head"><h1>Stripe</h1>
<p class="lead">${account.customers.all().length} customers, ${subscriptions.length} subscriptions. ${waiting === 0 ? 'Every event was taken.' : `${waiting} events wait to be taken.`}</p></header>
<section aria-labelledby="subscriptions"><h2 id="subscriptions">Subscriptions</h2>
${
  subscriptions.length === 0
    ? html`<p class="lead">Nobody has subscribed yet.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="subscriptions"><table><thead><tr><th>Customer</th><th>Plan</th><th>State</th><th>Period ends</th><th>Ends</th></tr></thead><tbody>${subscriptions.map(
        (subscription) => {
          const [item] = subscription.items.data;
          return html`<tr><td>${account.customers.get(subscription.customer)?.email ?? subscription.customer}</td><td>${item ? nameOf(item) : ''} <span class="meta">${item?.price.recurring.interval}</span></td>
<td>${subscription.status}</td><td>${item ? instant(item.current_period_end) : ''}</td><td>${subscription.cancel_at === null ? 'renews' : instant(subscription.cancel_at)}</td></tr>`;
        },
      )}</tbody></table></div>`
}</section>
<section aria-labelledby="charges"><h2 id="charges">Charges</h2>
${
  charges.length === 0
    ? html`<p class="lead">Nothing has been charged yet.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-labelledby="charges"><table><thead><tr><th>Time</th><th>Customer</th><th>Amount</th><th>State</th></tr></thead><tbody>${charges.map(
        (
          charge,
        ) => html`<tr><td>${instant(charge.created)}</td><td>${account.customers.get(charge.customer)?.email ?? charge.customer}</td><td>${euros(charge.amount)}</td>
<td class="${charge.status === 'failed' ? 'bad' : ''}">${charge.refunded ? 'refunded' : charge.status}</td></tr>`,
      )}</tbody></table></div>`
}</section>`;
}
