import type { Plan } from './catalogue.ts';
import { bought, cancelled, planned, upgraded } from './held.ts';
import { choiceOf, type Member, must, signUp } from './member.ts';
import { isoOf } from './months.ts';
import type { Run } from './run.ts';

/** Signs up a person on the free plan. */
export const newMember = (run: Run): Promise<Member> => signUp(run.stack);

/** Buys a plan at the hosted checkout, and updates what the member should have. */
export async function buy(run: Run, member: Member, plan: Plan, card?: string): Promise<void> {
  const { checkoutUrl } = await must(member, 'POST', '/api/create-subscription', choiceOf(plan));
  await run.stripe.pay(String(checkoutUrl), card);
  await noteCheckout(run, member, String(checkoutUrl), plan);
}

/** Reads from Stripe when a checkout was paid, and updates what the member should have. */
export async function noteCheckout({ stripe }: Run, member: Member, url: string, plan: Plan): Promise<void> {
  member.checkout = new URL(url).pathname.split('/').at(-1) ?? '';
  const session = await stripe.get<{ customer: string; subscription: string }>(`checkout/sessions/${member.checkout}`);
  member.customer = session.customer;
  member.subscription = session.subscription;
  const { start_date: at } = await stripe.get<{ start_date: number }>(`subscriptions/${session.subscription}`);
  member.heldPlan = bought(member.heldPlan, plan, at);
}

/** Cancels on /profile. */
export async function cancel(member: Member): Promise<void> {
  await must(member, 'POST', '/api/cancel-subscription', {});
  member.heldPlan = cancelled(member.heldPlan);
}

/** Schedules a smaller plan for the period's end. */
export async function planSmaller(member: Member, next: Plan): Promise<void> {
  await must(member, 'POST', '/api/change-subscription', choiceOf(next));
  member.heldPlan = planned(member.heldPlan, next);
}

/** The instant of the last billed change: the `created` of its invoice. */
async function billedAt({ stripe }: Run, member: Member): Promise<number> {
  const invoices = await stripe.invoicesOf(member.customer);
  const latest = invoices.find(({ billing_reason: reason }) => reason === 'subscription_update');
  if (!latest) throw new Error('no invoice for the change');
  return latest.created;
}

/** Updates what the member should have after an upgrade; `priced` as in `upgraded`. */
export async function noteUpgrade(run: Run, member: Member, plan: Plan, priced?: number): Promise<void> {
  member.heldPlan = upgraded(member.heldPlan, plan, await billedAt(run, member), priced);
}

/** Pays the open invoice of a failed renewal. @throws when there is none */
export async function payOverdue({ stripe, stack }: Run, member: Member): Promise<void> {
  const open = (await stripe.invoicesOf(member.customer)).find(({ status }) => status === 'open');
  if (!open) throw new Error('no invoice is open');
  await stripe.pay(`http://localhost:${stack.ports.sandbox.stripe}/i/${open.id}`);
}

/** Entries an hour apart from an instant on, never between 00:00 and 06:00 UTC. */
export function entriesFrom(seconds: number, count: number): { date: string; time: string }[] {
  const entries: { date: string; time: string }[] = [];
  for (let at = Math.ceil(seconds / 3_600) * 3_600; entries.length < count; at += 3_600) {
    const [date = '', time = ''] = isoOf(at).split('T');
    if (Number(time.slice(0, 2)) >= 6) entries.push({ date, time: time.slice(0, 5) });
  }
  return entries;
}

/** The body of the request that saves the whole calendar. */
export const calendarOf = (scheduledDates: readonly object[], version?: number) => ({
  videoType: 'v2',
  includeAudio: false,
  notes: 'For the plans',
  timeZone: 'UTC',
  scheduledDates,
  ...(version !== undefined && { version }),
});

/** Saves `count` entries from `from` on. They must be more than a day ahead, so that none is requested yet. */
export async function saveAhead(member: Member, from: number, count: number): Promise<void> {
  await must(member, 'POST', '/api/video-configurations', calendarOf(entriesFrom(from, count)));
  member.used = count;
}
