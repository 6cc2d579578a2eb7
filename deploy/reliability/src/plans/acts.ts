import { SOLD } from './catalogue.ts';
import { actName, type Cell } from './cells.ts';
import { calendarOf, entriesFrom } from './deeds.ts';
import { type Answer, choiceOf, limitOf, type Member } from './member.ts';
import { DAY, HOUR } from './months.ts';
import { now, type Run } from './run.ts';
import { CARDS } from './stripe-desk.ts';

const NEEDED = { tier: 'pro', is1080p: true, isAnnual: false } as const;
/** Entries of the table lie so far ahead that none of them is asked for while it runs. */
export const AHEAD = 5 * DAY;

/** Does what a cell says, as the person or at Stripe. The answer is Reelwright's, or Stripe's for what is done there. */
export async function act(run: Run, member: Member, cell: Cell, stranger: Member | undefined): Promise<Answer> {
  const { stripe } = run;
  const { customer, subscription } = member;
  const atStripe = async (method: string, path: string, form: Record<string, string> = {}): Promise<Answer> => {
    const { status, body } = await stripe.call(method, path, form);
    return { status, error: undefined, body };
  };
  const lastCharge = async () => (await stripe.chargesOf(customer))[0];
  switch (cell.act) {
    case 'create-subscription':
    case 'create-checkout-session':
      return member.call('POST', `/api/${cell.act}`, NEEDED);
    case 'change':
      return member.call('POST', '/api/change-subscription', choiceOf(cell.chosen));
    case 'preview':
      return member.call('POST', '/api/preview-subscription-change', choiceOf(cell.chosen));
    case 'change as previewed two hours ago':
      return member.call('POST', '/api/change-subscription', {
        ...choiceOf(cell.chosen),
        prorationDate: (await now(run)) - 2 * HOUR,
      });
    case 'portal':
      return member.call('POST', '/api/billing-portal', {});
    case 'cancel':
      return member.call('POST', '/api/cancel-subscription', {});
    case 'renew':
      return member.call('POST', '/api/renew-subscription', {});
    case 'check own checkout':
      return member.call('GET', `/api/check-subscription-status/${member.checkout || (await openCheckout(member))}`);
    case 'check another’s checkout':
      return member.call('GET', `/api/check-subscription-status/${stranger?.checkout}`);
    case 'save one too many':
      return member.call(
        'POST',
        '/api/video-configurations',
        calendarOf(entriesFrom((await now(run)) + AHEAD, limitOf(member) + 1)),
      );
    case 'save one too many after the period': {
      const { status, until, next } = member.held;
      const most = status === 'cancelling' ? 0 : next ? SOLD[next.tier].videos : limitOf(member);
      const isAhead = status !== 'free' && status !== 'overdue';
      const from = isAhead ? until + DAY : (await now(run)) + AHEAD;
      return member.call('POST', '/api/video-configurations', calendarOf(entriesFrom(from, most + 1)));
    }
    case 'cancelled in the portal':
      return atStripe('POST', `subscriptions/${subscription}`, { cancel_at: 'max_period_end' });
    case 'taken back in the portal':
      return atStripe('POST', `subscriptions/${subscription}`, { cancel_at_period_end: 'false' });
    case 'the last charge is refunded':
      return atStripe('POST', 'refunds', { charge: (await lastCharge())?.id ?? '' });
    case 'the last charge is disputed':
      // Their card has done it: it disputes every charge.
      return { status: 200, error: undefined, body: {} };
    case 'another card':
      await stripe.giveCard(customer, CARDS.otherPays);
      return { status: 200, error: undefined, body: {} };
    case 'ended at Stripe':
      return atStripe('DELETE', `subscriptions/${subscription}`);
    case 'customer deleted at Stripe':
      member.customerGone = true;
      return atStripe('DELETE', `customers/${customer || (await customerOf(run, member))}`);
    default:
      throw new Error(`nobody knows how to do '${actName(cell)}'`);
  }
}

/** The session of a checkout that is left open. */
async function openCheckout(member: Member): Promise<string> {
  const { body } = await member.call('POST', '/api/create-subscription', NEEDED);
  return new URL(String(body.checkoutUrl)).pathname.split('/').at(-1) ?? '';
}

/** Somebody on the free plan is a customer once they have been at a checkout. */
async function customerOf({ stripe }: Run, member: Member): Promise<string> {
  const session = await openCheckout(member);
  return (await stripe.get<{ customer: string }>(`checkout/sessions/${session}`)).customer;
}
