import { planNamed } from './catalogue.ts';
import { buy, calendarOf, cancel, entriesFrom, noteUpgrade, planSmaller } from './deeds.ts';
import { paid, resumed } from './held.ts';
import type { Living } from './life.ts';
import { calendarStates, useSome } from './life-quota.ts';
import { choiceOf, must } from './member.ts';
import { DAY, HOUR } from './months.ts';
import { judgeMember, now, type Run } from './run.ts';
import { CARDS } from './stripe-desk.ts';

/** What somebody does at one stop of the clock. Stops are named as in `life.ts`; those with `begins` buy that first. */
interface Chapter {
  readonly who: string;
  readonly begins?: string;
  readonly card?: string;
  readonly when: string;
  does(run: Run, one: Living, cell: string): Promise<void>;
}

async function upgrade(run: Run, { member }: Living, name: string): Promise<void> {
  await must(member, 'POST', '/api/change-subscription', choiceOf(planNamed(name)));
  await noteUpgrade(run, member, planNamed(name));
}

/**
 * Notes how the calendar's entries stand, earliest first, against what they should.
 * @param used what of the running month they take
 */
async function judgeCalendar(
  run: Run,
  one: Living,
  cell: string,
  { planned, paused, used = planned }: { planned: number; paused: number; used?: number },
): Promise<void> {
  await run.ears.settled();
  const seen = (await calendarStates(one.member)).join(' ');
  const expected = [...Array(planned).fill('planned'), ...Array(paused).fill('paused')].join(' ');
  run.report.note(cell, seen === expected ? [] : [`calendar: expected ${expected}, seen ${seen}`]);
  one.member.used = used;
  await judgeMember(run, one.member, `${cell}, counted`);
}

const RICH = 'plans down, cancels, renews, goes up';
const UNANSWERED = 'does not answer the bank';
const LATE = 'pays late';
const NEVER = 'never pays, comes back';
const PAUSED = 'has more entries than the plan';
const CREDIT = 'lives on what a year left over';
const FREE = 'leaves for the free plan';
const ENDING = 'cancels with the next month planned';
const LONGER = 'takes the year in the middle of a month';

export const STORIES: readonly Chapter[] = [
  {
    who: RICH,
    begins: 'pro monthly',
    when: '+0 01-29 10',
    async does(run, one, cell) {
      const { member } = one;
      await planSmaller(member, planNamed('starter monthly'));
      await judgeMember(run, member, `${cell}: down`);
      await cancel(member);
      await judgeMember(run, member, `${cell}: cancelled`);
      await must(member, 'POST', '/api/renew-subscription', {});
      member.held = resumed(member.held);
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
      // What is owed is collected from it at once.
      await run.stripe.giveCard(one.member.customer, CARDS.pays);
      one.card = 'pays';
      one.member.held = paid(one.member.held);
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
    when: '+0 03-28 10',
    async does(run, one) {
      one.card = 'pays';
      await buy(run, one.member, planNamed('starter annual'));
      // Made in the grace, which nobody paid for.
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
      const faults = second.error === 'FREE_VIDEO_USED' ? [] : [`a second video answered ${second.status}`];
      run.report.note(`${cell}: one video, no second`, faults);
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
      judgeCalendar(run, one, `${cell}: none asked for in its last hour`, { planned: 0, paused: 3 }),
  },
  {
    who: LONGER,
    begins: 'starter monthly',
    when: '+0 02-29 10',
    async does(run, one) {
      // What is used of the month stays used: its days that are left come back as money.
      await useSome(one.member, (await now(run)) + 20 * HOUR, 3);
      await run.ears.asked();
      await upgrade(run, one, 'starter annual');
    },
  },
];

async function failing({ stripe }: Run, one: Living): Promise<void> {
  await stripe.giveCard(one.member.customer, CARDS.refuses);
  one.card = 'refuses';
}
