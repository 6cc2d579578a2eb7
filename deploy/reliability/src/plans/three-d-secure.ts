import type { Cell } from './cells.ts';
import type { Answer, Member } from './member.ts';
import { choiceOf } from './member.ts';
import { noteCheckout, noteUpgrade } from './member-actions.ts';
import type { Run } from './run.ts';
import { CARDS } from './stripe-client.ts';

/** Chooses a plan, for a member whose card requires 3-D Secure. */
export function askedForPayment(member: Member, { state, chosen }: Cell): Promise<Answer> {
  const path = state.plan ? '/api/change-subscription' : '/api/create-subscription';
  return member.call('POST', path, choiceOf(chosen));
}

/** Confirms or abandons 3-D Secure on the page whose address the change returned. */
export async function passOrAbandon(run: Run, member: Member, cell: Cell, { body }: Answer): Promise<void> {
  const { state, chosen, act } = cell;
  const url = String(body.checkoutUrl);
  if (act === '3-D Secure abandoned') return run.stripe.abandon(url);
  await run.stripe.pay(url, CARDS.asks);
  if (!chosen) return;
  if (state.plan) await noteUpgrade(run, member, chosen);
  else await noteCheckout(run, member, url, chosen);
}
