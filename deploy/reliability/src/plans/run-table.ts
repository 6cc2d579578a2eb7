import { shuffled } from '@reelwright/local/random';
import { inTurns } from '../in-turns.ts';
import { say } from '../say.ts';
import { stateName } from './cells.ts';
import { DAY, HOUR, nextCalendarMonth, plusMonths } from './months.ts';
import {
  buyAgain,
  judgeAbandoned,
  judgeNeverPaid,
  judgePeriodsOver,
  judgeRetried,
  payAfterGrace,
  payLate,
} from './periods.ts';
import { play } from './play.ts';
import { moveTo, now, type Run } from './run.ts';
import { arrange, isOverdue, type Seat, seatCells, seatPeople } from './seats.ts';

/**
 * The table. All annual plans are bought at one time and all monthly ones eleven months later, so that one move of the
 * clock ends every period; ten days before the middle of the month is over the first half of the cells is played, and
 * those of the overdue states a day after the periods' end.
 */
export async function runTable(run: Run): Promise<void> {
  const start = nextCalendarMonth((await now(run)) + DAY) + 9 * DAY + 8 * HOUR;
  const [monthly, middle, end] = [plusMonths(start, 11), plusMonths(start, 11) + 10 * DAY, plusMonths(start, 12)];

  await moveTo(run, start);
  const cast = shuffled(seatCells(run.random), run.random);
  const annual = await seatPeople(
    run,
    cast.filter(({ state }) => state.plan?.annual),
  );
  await moveTo(run, monthly);
  const seats = [
    ...annual,
    ...(await seatPeople(
      run,
      cast.filter(({ state }) => !state.plan?.annual),
    )),
  ];
  say(`${seats.length} people have their plans`);

  await moveTo(run, middle);
  const strangers = seats.flatMap(({ state, member }) => (state.status === 'active' ? [member] : []));
  const arranged = await inTurns(seats, (seat) => arrange(run, seat, middle).then(() => '', String));
  for (const [index, { state }] of seats.entries())
    if (arranged[index]) run.report.note(`${stateName(state)} × comes about`, [arranged[index]]);
  await run.ears.settled();
  say('they are in their states');
  await play(
    run,
    seats.filter((seat) => !isOverdue(seat)),
    strangers,
  );
  await moveTo(run, middle + 25 * HOUR);
  await judgeAbandoned(run, seats);

  await moveTo(run, end + 4 * HOUR);
  await judgePeriodsOver(run, seats);
  await moveTo(run, end + DAY);
  await play(run, seats.filter(isOverdue), strangers);
  await payLate(run, seats);
  await moveTo(run, end + 3 * DAY + 4 * HOUR);
  await judgeRetried(run, seats);
  await moveTo(run, end + 7 * DAY + 4 * HOUR);
  await judgeNeverPaid(run, seats, 'free after seven days', true);
  await payAfterGrace(run, seats);
  await buyAgain(run, seats);
  await moveTo(run, end + 15 * DAY + 8 * HOUR);
  await judgeNeverPaid(run, seats, 'over at Stripe', false);
  await leaveAll(run, seats);
}

/** Ends what is left, so that the other groups' clock does not renew it month by month. */
async function leaveAll(run: Run, seats: readonly Seat[]): Promise<void> {
  await inTurns(seats, async ({ member }) => {
    for (const { id, ended_at: ended } of member.customer ? await run.stripe.subscriptionsOf(member.customer) : [])
      if (ended === null) await run.stripe.call('DELETE', `subscriptions/${id}`);
  });
  await run.ears.settled();
}
