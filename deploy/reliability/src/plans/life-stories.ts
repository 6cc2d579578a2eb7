import { planNamed } from './catalogue.ts';
import { paid, resumed } from './held.ts';
import type { Subscriber } from './life.ts';
import { calendarStates, useSome } from './life-quota.ts';
import { choiceOf, must } from './member.ts';
import { buy, calendarOf, cancel, entriesFrom, noteUpgrade, planSmaller } from './member-actions.ts';
import { DAY, HOUR } from './months.ts';
import { judgeMember, now, type Run } from './run.ts';
import { CARDS } from './stripe-client.ts';

/** A person's actions at one stop of the clock, named as in `life.ts`. `begins` is the plan they buy before. */
interface Chapter {
  readonly who: string;
  readonly begins?: string;
  readonly card?: string;
  readonly when: string;
  does(run: Run, one: Subscriber, cell: string): Promise<void>;
}

async function upgrade(run: Run, { member }: Subscriber, name: string): Promise<void> {
  await must(member, 'POST', '/api/change-subscription', choiceOf(planNamed(name)));
  await noteUpgrade(run, member, planNamed(name));
}

/**
 * Judges the states of the calendar's entries: first the planned ones, then the paused ones.
 * @param used how many videos of the current month they use
 */
async function judgeCalendar(
  run: Run,
  one: Subscriber,
  cell: string,
  { planned, paused, used = planned }: { planned: number; paused: number; used?: number },
): Promise<void> {
  await run.waits.settled();
  const seen = (await calendarStates(one.member)).join(' ');
  const expected = [...Array(planned).fill('planned'), ...Array(paused).fill('paused')].join(' ');
  run.report.note(cell, seen === expected ? [] : [`calendar: expected ${expected}, seen ${seen}`]);
  one.member.used = used;
  await judgeMember(run, one.member, `${cell}, counted`);
}

const DOWN_AND_UP = 'plans a downgrade, cancels, renews, upgrades';
const UNANSWERED = 'does not answer the bank';
const LATE = 'pays late';
const NEVER = 'never pays, comes back';
const PAUSED = 'has more entries than the plan';
const CREDIT = 'pays with the credit of an unused year';
const FREE = 'leaves for the free plan';
const ENDING = 'cancels with the next month planned';
const LONGER = 'changes to an annual plan in the middle of a month';

export const STORIES: readonly Chapter[] = [
  {
    who: DOWN_AND_UP,
    begins: 'pro monthly',
    when: '+0 01-29 10',
    async does(run, one, cell) {
      const { member } = one;
      await planSmaller(member, planNamed('starter monthly'));
      await judgeMember(run, member, `${cell}: down`);
      await cancel(member);
      await judgeMember(run, member, `${cell}: cancelled`);
      await must(member, 'POST', '/api/renew-subscription', {});
      member.heldPlan = resumed(member.heldPlan);
      await judgeMember(run, member, `${cell}: renewed`);
      await upgrade(run, one, 'elite monthly');
    },
  },
  {
    who: UNANSWERED,
    begins: 'starter monthly',
    card: CARDS.asks,
    when: '-1 12-29 09',
    async does(run, one) {
      const { member } = one;
      const body = await must(member, 'POST', '/api/change-subscription', choiceOf(planNamed('elite monthly')));
      await run.stripe.abandon(String(body.checkoutUrl));
      one.pendingUntil = (await now(run)) + 23 * HOUR;
    },
  },
  {
    who: UNANSWERED,
    when: '-1 12-30 09',
    does: ({ stripe }, { member }) => stripe.giveCard(member.customer, CARDS.pays),
  },
  { who: LATE, begins: 'pro monthly', when: '+0 01-29 10', does: failing },
  {
    who: LATE,
    when: '+0 02-29 10',
    async does(run, one) {
      // Stripe collects the open invoice from the new card at once.
      await run.stripe.giveCard(one.member.customer, CARDS.pays);
      one.card = 'pays';
      one.member.heldPlan = paid(one.member.heldPlan);
    },
  },
  { who: NEVER, begins: 'elite monthly', when: '+0 01-29 10', does: failing },
  {
    who: NEVER,
    when: '+0 02-29 10',
    does: async (run, { member }) => useSome(member, (await now(run)) + 20 * HOUR, 3),
  },
  {
    who: NEVER,
    when: '+0 03-28 09',
    async does(run, one) {
      one.card = 'pays';
      await buy(run, one.member, planNamed('starter annual'));
      // These were made in the grace period, which was never paid.
      one.member.used = 3;
    },
  },
  {
    who: PAUSED,
    begins: 'elite monthly',
    when: '+0 01-31 10',
    async does(run, one, cell) {
      const entries = entriesFrom((await now(run)) + 40 * DAY, 15);
      await must(one.member, 'POST', '/api/video-configurations', calendarOf(entries));
      await planSmaller(one.member, planNamed('starter monthly'));
      await judgeCalendar(run, one, `${cell}: paused latest first at once`, { planned: 8, paused: 7, used: 0 });
    },
  },
  {
    who: PAUSED,
    when: '+0 02-28 10',
    async does(run, one, cell) {
      await judgeCalendar(run, one, `${cell}: still so when it comes`, { planned: 8, paused: 7 });
      await upgrade(run, one, 'pro monthly');
      await judgeCalendar(run, one, `${cell}: the earliest return`, { planned: 12, paused: 3 });
      await upgrade(run, one, 'elite monthly');
      await judgeCalendar(run, one, `${cell}: all return`, { planned: 15, paused: 0 });
      await must(one.member, 'POST', '/api/video-configurations', calendarOf([]));
      one.member.used = 0;
    },
  },
  {
    who: CREDIT,
    begins: 'starter annual',
    when: '-1 12-29 09',
    does: (run, one) => upgrade(run, one, 'pro monthly'),
  },
  { who: FREE, begins: 'pro monthly', when: '+0 01-30 10', does: (_run, { member }) => cancel(member) },
  {
    who: FREE,
    when: '+0 03-28 10',
    async does(run, { member }, cell) {
      await must(member, 'POST', '/api/video-configurations', calendarOf([]));
      member.used = 1;
      const second = await member.call('POST', '/api/video-configurations', calendarOf([]));
      const mismatches = second.error === 'FREE_VIDEO_USED' ? [] : [`a second video answered ${second.status}`];
      run.report.note(`${cell}: one video, no second`, mismatches);
    },
  },
  {
    who: ENDING,
    begins: 'pro monthly',
    when: '+0 01-29 10',
    async does(run, one, cell) {
      const entries = ['10:00', '11:00', '12:00'].map((time) => ({ date: `${cell.slice(0, 4)}-02-28`, time }));
      await must(one.member, 'POST', '/api/video-configurations', calendarOf(entries));
      await cancel(one.member);
      await judgeCalendar(run, one, `${cell}: paused at once`, { planned: 0, paused: 3 });
    },
  },
  {
    who: ENDING,
    when: '+0 02-28 08',
    does: (run, one, cell) =>
      judgeCalendar(run, one, `${cell}: none is requested in its last hour`, { planned: 0, paused: 3 }),
  },
  {
    who: LONGER,
    begins: 'starter monthly',
    when: '+0 02-29 08',
    async does(run, one) {
      // Used videos stay used; the unused days of the month are credited.
      await useSome(one.member, (await now(run)) + 20 * HOUR, 3);
      await run.waits.requested();
      await upgrade(run, one, 'starter annual');
    },
  },
];

async function failing({ stripe }: Run, one: Subscriber): Promise<void> {
  await stripe.giveCard(one.member.customer, CARDS.refuses);
  one.card = 'refuses';
}
