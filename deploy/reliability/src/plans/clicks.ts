import { mapConcurrently } from '../map-concurrently.ts';
import { eventually } from '../people.ts';
import { planNamed } from './catalogue.ts';
import { choiceOf, type Member, must } from './member.ts';
import { buy, newMember, noteCheckout, noteUpgrade } from './member-actions.ts';
import { DAY } from './months.ts';
import { judgeMember, moveTo, now, type Run } from './run.ts';
import { CARDS } from './stripe-client.ts';

const starter = planNamed('starter monthly');
const pro = planNamed('pro monthly');
const AT_ONCE = 10;

/** People who click twice or in two tabs: however often something is clicked, there is one purchase. */
export async function runClicks(run: Run): Promise<void> {
  await mapConcurrently([twoTabs, tenCheckouts, tenUpgrades, declinedFirst], async (does) => {
    const member = await newMember(run);
    await does(run, member);
    await run.waits.settled();
    await judgeMember(run, member, `clicks × ${does.name}`);
  });
  await beforeAnyEvent(run);
  await leftOpen(run);
}

const checkout = async (member: Member, plan = pro): Promise<string> =>
  String((await must(member, 'POST', '/api/create-subscription', choiceOf(plan))).checkoutUrl);
const pageOf = async (url: string): Promise<number> => (await fetch(url, { redirect: 'manual' })).status;

/** A checkout in each of two tabs: the second closes the first, so that only one can be paid. */
async function twoTabs(run: Run, member: Member): Promise<void> {
  const first = await checkout(member, starter);
  const second = await checkout(member, pro);
  const mismatches = (await pageOf(first)) === 404 ? [] : ['the first checkout can still be paid'];
  await run.stripe.pay(second);
  await noteCheckout(run, member, second, pro);
  await run.stripe.pay(second);
  const third = await member.call('POST', '/api/create-checkout-session', choiceOf(starter));
  if (third.error !== 'SUBSCRIPTION_EXISTS')
    mismatches.push(`a third checkout answered ${third.status} ${third.error}`);
  run.report.note('clicks × twoTabs: only one can be paid', mismatches);
}

/** Ten checkouts at once: one opens, and is paid. */
async function tenCheckouts(run: Run, member: Member): Promise<void> {
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, () => member.call('POST', '/api/create-subscription', choiceOf(pro))),
  );
  const mismatches = responses
    .filter(({ status, error }) => status !== 200 && error !== 'CHECKOUT_BUSY')
    .map(({ status, error }) => `answered ${status} ${error}`);
  const urls = new Set(responses.flatMap(({ body }) => (body.checkoutUrl ? [String(body.checkoutUrl)] : [])));
  const payable: string[] = [];
  for (const url of urls) if ((await pageOf(url)) === 200) payable.push(url);
  if (payable.length !== 1) mismatches.push(`${payable.length} checkouts can be paid`);
  run.report.note('clicks × tenCheckouts: one opens', mismatches);
  const [url = await checkout(member)] = payable;
  await run.stripe.pay(url);
  await noteCheckout(run, member, url, pro);
}

/** Ten upgrades at once are charged as one. */
async function tenUpgrades(run: Run, member: Member): Promise<void> {
  await buy(run, member, starter);
  await run.waits.settled();
  const responses = await Promise.all(
    Array.from({ length: AT_ONCE }, () => member.call('POST', '/api/change-subscription', choiceOf(pro))),
  );
  const fine = ['ALREADY_ON_PLAN', 'SUBSCRIPTION_BUSY'];
  const mismatches = responses
    .filter(({ status, error }) => status !== 200 && !fine.includes(error ?? ''))
    .map(({ status, error }) => `answered ${status} ${error}`);
  if (!responses.some(({ status }) => status === 200)) mismatches.push('none was answered 200');
  run.report.note('clicks × tenUpgrades: answers', mismatches);
  await noteUpgrade(run, member, pro);
}

/** A declined card at the checkout changes nothing; another card pays on the same page. */
async function declinedFirst(run: Run, member: Member): Promise<void> {
  const url = await checkout(member);
  const declined = await run.stripe.pay(url, CARDS.refuses).then(
    () => false,
    () => true,
  );
  run.report.note('clicks × declinedFirst: the page declines', declined ? [] : ['it was paid']);
  await judgeMember(run, member, 'clicks × declinedFirst: free');
  await run.stripe.pay(url);
  await noteCheckout(run, member, url, pro);
}

/** The page after the checkout shows the purchase before any event has arrived. */
async function beforeAnyEvent(run: Run): Promise<void> {
  const member = await newMember(run);
  await run.stripe.setWebhookEnabled(false);
  await buy(run, member, pro);
  const { body } = await member.call('GET', `/api/check-subscription-status/${member.checkout}`);
  const mismatches = body.success === true && body.tier === 'pro' ? [] : [`answered ${JSON.stringify(body)}`];
  run.report.note('clicks × back from the checkout before any event', mismatches);
  await run.waits.settled();
  await run.stripe.setWebhookEnabled(true);
  await judgeMember(run, member, 'clicks × back from the checkout before any event, and the plan afterwards');
}

/** An unpaid checkout expires after a day without a purchase, and another can be opened. */
async function leftOpen(run: Run): Promise<void> {
  const member = await newMember(run);
  const url = await checkout(member);
  await moveTo(run, (await now(run)) + DAY + 60);
  await eventually(async () => {
    if ((await pageOf(url)) !== 404) throw new Error('the old checkout is still open');
  });
  const { body } = await member.call('GET', `/api/check-subscription-status/${url.split('/').at(-1)}`);
  const mismatches = body.success === false && body.tier === 'free' ? [] : [`answered ${JSON.stringify(body)}`];
  const next = await checkout(member);
  if (next === url) mismatches.push('the expired checkout was given again');
  await run.stripe.pay(next);
  await noteCheckout(run, member, next, pro);
  await run.waits.settled();
  await judgeMember(run, member, 'clicks × a checkout left open for a day');
  run.report.note('clicks × a checkout left open for a day: its page', mismatches);
}
