import { SOLD } from './catalogue.ts';
import { actName, type Cell } from './cells.ts';
import { type Answer, choiceOf, limitOf, type Member } from './member.ts';
import { calendarOf, entriesFrom } from './member-actions.ts';
import { DAY, HOUR } from './months.ts';
import { now, type Run } from './run.ts';
import { CARDS } from './stripe-client.ts';

const NEEDED = { tier: 'pro', is1080p: true, isAnnual: false } as const;
/** The table's entries are this far ahead, so that none is requested while it runs. */
export const AHEAD = 5 * DAY;

/** Performs a cell's action, as the person or at Stripe. @returns the response of Reelwright or of Stripe */
export async function perform(run: Run, member: Member, cell: Cell, stranger: Member | undefined): Promise<Answer> {
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
      const { status, until, next } = member.heldPlan;
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
      // Nothing to do: their card disputes every charge by itself.
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
      throw new Error(`there is no action '${actName(cell)}'`);
  }
}

/** Opens a checkout that is not paid. @returns its session id */
async function openCheckout(member: Member): Promise<string> {
  const { body } = await member.call('POST', '/api/create-subscription', NEEDED);
  return new URL(String(body.checkoutUrl)).pathname.split('/').at(-1) ?? '';
}

/** Stripe's customer of a person on the free plan, created by opening a checkout. */
async function customerOf({ stripe }: Run, member: Member): Promise<string> {
  const session = await openCheckout(member);
  return (await stripe.get<{ customer: string }>(`checkout/sessions/${session}`)).customer;
}
