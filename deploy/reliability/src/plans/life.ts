import { mapConcurrently } from '../map-concurrently.ts';
import { say } from '../say.ts';
import { nameOf, type Plan, planNamed } from './catalogue.ts';
import { ended, GRACE, periodOver } from './held.ts';
import { raceAtTheLimit, useSome } from './life-quota.ts';
import { STORIES } from './life-stories.ts';
import type { Member } from './member.ts';
import { buy, newMember } from './member-actions.ts';
import { DAY, HOUR, isoOf, nextAnniversary, nextCalendarMonth, secondsOf } from './months.ts';
import { judgeMember, moveTo, now, type Run } from './run.ts';

/** A person of this group, with their card's behaviour. */
export interface Subscriber {
  readonly name: string;
  readonly member: Member;
  card: 'pays' | 'refuses';
  /** When Stripe ends their subscription after the last retry; they are free before that. */
  lapsedUntil: number;
  /** When an unpaid upgrade expires. */
  pendingUntil: number;
  /** The instant at which they were last judged. */
  seenAt: number;
}

/** The plans bought at the first stop of each day: every anchor with a monthly and an annual plan. */
const STEADY: readonly (readonly [day: string, plan: string])[] = [
  ['12-28', 'starter monthly'],
  ['12-28', 'pro annual'],
  ['12-29', 'pro monthly'],
  ['12-29', 'elite annual'],
  ['12-30', 'elite monthly'],
  ['12-30', 'starter annual'],
  ['12-31', 'starter monthly'],
  ['12-31', 'pro annual'],
  ['02-29', 'elite monthly'],
  ['02-29', 'starter annual'],
];
const MONTHS = 17;
/** From the end of the paid period to Stripe's last retry, which ends the subscription. */
const GIVEN_UP = 15 * DAY;

/**
 * Fourteen months from 28 December before a leap year. The clock stops before and after every anchor's day, and at each
 * stop the dates, counters and sums of all people are judged.
 */
export async function runLife(run: Run): Promise<void> {
  const leap = leapYearAfter(await now(run));
  const people: Subscriber[] = [];
  const stops = stopsOf(leap);
  for (const [index, at] of stops.entries()) {
    await moveTo(run, at);
    for (const one of people) applyTime(one, at);
    const isFirstOfDay = dayOf(at) !== dayOf(stops[index - 1] ?? 0);
    if (isFirstOfDay) people.push(...(await signUpNewcomers(run, leap, at)));
    await useNewMonth(run, people, at);
    const day = isoOf(at).slice(0, 16);
    for (const { when, who, does } of STORIES) {
      const one = people.find(({ name }) => name === who);
      if (one && when === stopName(leap, at)) await does(run, one, `${day} ${who}`);
    }
    await run.waits.settled();
    await run.waits.requested();
    await mapConcurrently(people, (one) =>
      judgeMember(run, one.member, `${day} ${one.name}`, {
        lapsed: at < one.lapsedUntil,
        pending: at < one.pendingUntil,
      }),
    );
    for (const one of people) one.seenAt = at;
  }
  await mapConcurrently(people, ({ member }) => endSubscriptions(run, member));
  await run.waits.settled();
}

const dayOf = (at: number): string => isoOf(at).slice(0, 10);

/** The stops of the clock, in unix seconds: around each anchor's day, and a few that the stories need. */
function stopsOf(leap: number): number[] {
  const first = secondsOf(`${leap - 1}-12-28T09:00:00Z`);
  const last = secondsOf(`${leap + 1}-04-29T10:00:00Z`);
  const stops = new Set([29, 30, 31].map((day) => secondsOf(`${leap - 1}-12-${day}T09:00:00Z`)));
  for (let month = 0; month < MONTHS; month++) {
    for (const [day, hour] of [
      [28, 8],
      [28, 10],
      [29, 10],
      [30, 10],
      [31, 10],
    ] as const) {
      const at = new Date(Date.UTC(leap - 1, 11 + month, day, hour));
      if (at.getUTCDate() === day && month > 0) stops.add(at.getTime() / 1000);
    }
  }
  stops.add(first);
  // Not at an hour of other stops: a plan that was bought then would renew within a second of them.
  for (const extra of ['02-29T08:30', '03-06T08:00', '03-06T10:00', '03-28T09:30', '04-01T01:00'])
    stops.add(secondsOf(`${leap}-${extra}:00Z`));
  return [...stops].filter((at) => at >= first && at <= last).sort((one, other) => one - other);
}

/** The name of a stop in the stories: `+0 01-28 10` is 28 January of the leap year, 10:00. */
const stopName = (leap: number, at: number): string => {
  const [date = '', time = ''] = isoOf(at).split('T');
  return `${Number(date.slice(0, 4)) - leap >= 0 ? '+' : '-'}${Math.abs(Number(date.slice(0, 4)) - leap)} ${date.slice(5)} ${time.slice(0, 2)}`;
};

/** Applies the changes that time brings: ended periods, new months, an ended grace period. */
function applyTime(one: Subscriber, at: number): void {
  const { member, seenAt } = one;
  const { heldPlan } = member;
  const month = heldPlan.plan ? nextAnniversary(heldPlan.anchor, seenAt) : nextCalendarMonth(seenAt);
  if (month <= at) member.used = 0;
  while (member.heldPlan.plan && member.heldPlan.status !== 'overdue' && member.heldPlan.until <= at) {
    member.heldPlan = periodOver(member.heldPlan, one.card);
  }
  if (member.heldPlan.status === 'overdue' && member.heldPlan.from + GRACE <= at) {
    one.lapsedUntil = member.heldPlan.from + GIVEN_UP;
    member.heldPlan = ended(member.heldPlan);
    member.used = 0;
  }
}

/** Signs up the people who begin on this day, with their plans. */
async function signUpNewcomers(run: Run, leap: number, at: number): Promise<Subscriber[]> {
  const day = dayOf(at).slice(5);
  const isFirstYear = at < secondsOf(`${leap}-03-01T00:00:00Z`);
  if (!isFirstYear) return [];
  const steady = STEADY.filter(([when]) => when === day).map(([when, plan]) => ({
    name: `${plan} since ${when}`,
    plan: planNamed(plan),
    card: undefined,
  }));
  const characters = day === '12-28' ? STORIES.filter(({ begins }) => begins !== undefined) : [];
  const cast: { name: string; plan: Plan; card: string | undefined }[] = [
    ...steady,
    ...characters.map(({ who, begins = '', card }) => ({ name: who, plan: planNamed(begins), card })),
  ];
  const people = await mapConcurrently(cast, async ({ name, plan, card }) => {
    const member = await newMember(run);
    await buy(run, member, plan, card);
    return { name, member, card: 'pays' as const, lapsedUntil: 0, pendingUntil: 0, seenAt: at };
  });
  if (people.length > 0)
    say(`${people.map(({ name, member }) => `${name} (${nameOf(member.heldPlan.plan as Plan)})`).join(', ')}`);
  return people;
}

/** In a new month people use some videos. In every fourth one, fifty saves at once compete for its last video. */
async function useNewMonth(run: Run, people: readonly Subscriber[], at: number): Promise<void> {
  await mapConcurrently([...people.entries()], async ([index, one]) => {
    const { member, seenAt, name } = one;
    const { heldPlan } = member;
    const isSteady = name.includes(' since ');
    if (!heldPlan.plan || !isSteady || heldPlan.status === 'overdue') return;
    if (nextAnniversary(heldPlan.anchor, seenAt) > at) return;
    const competes = (index + new Date(at * 1000).getUTCMonth()) % 4 === 0;
    if (competes)
      await raceAtTheLimit(run, member, `${isoOf(at).slice(0, 16)} ${name}: 50 saves at once`, at + 5 * DAY);
    await useSome(member, at + 20 * HOUR, 1 + (index % 3));
  });
}

/** The first leap year whose preceding 28 December is in the future. */
function leapYearAfter(seconds: number): number {
  let year = new Date((seconds + HOUR) * 1000).getUTCFullYear() + 1;
  const isLeap = (one: number) => new Date(Date.UTC(one, 1, 29)).getUTCDate() === 29;
  while (!isLeap(year) || secondsOf(`${year - 1}-12-28T09:00:00Z`) <= seconds) year += 1;
  return year;
}

async function endSubscriptions({ stripe }: Run, member: Member): Promise<void> {
  for (const { id, ended_at: ended } of await stripe.subscriptionsOf(member.customer))
    if (ended === null) await stripe.call('DELETE', `subscriptions/${id}`);
}
