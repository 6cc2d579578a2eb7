import { shuffled } from '@reelwright/local/random';
import { mapConcurrently } from '../map-concurrently.ts';
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
import { assignCells, createPlayers, ensureIntoState, isOverdue, type Player } from './players.ts';
import { moveTo, now, type Run } from './run.ts';

/**
 * The table. All annual plans are bought at one time and all monthly plans eleven months later, so that one move of the
 * clock ends every period. Cells are played ten days into the last month; those of overdue states a day after its end.
 */
export async function runTable(run: Run): Promise<void> {
  const start = nextCalendarMonth((await now(run)) + DAY) + 9 * DAY + 8 * HOUR;
  const [monthly, middle, end] = [plusMonths(start, 11), plusMonths(start, 11) + 10 * DAY, plusMonths(start, 12)];

  await moveTo(run, start);
  const cast = shuffled(assignCells(run.random), run.random);
  const annual = await createPlayers(
    run,
    cast.filter(({ state }) => state.plan?.annual),
  );
  await moveTo(run, monthly);
  const players = [
    ...annual,
    ...(await createPlayers(
      run,
      cast.filter(({ state }) => !state.plan?.annual),
    )),
  ];
  say(`${players.length} people have their plans`);

  await moveTo(run, middle);
  const strangers = players.flatMap(({ state, member }) => (state.status === 'active' ? [member] : []));
  const arranged = await mapConcurrently(players, (player) =>
    ensureIntoState(run, player, middle).then(() => '', String),
  );
  for (const [index, { state }] of players.entries())
    if (arranged[index]) run.report.note(`${stateName(state)} × is reached`, [arranged[index]]);
  await run.waits.settled();
  say('they are in the states of their cells');
  await play(
    run,
    players.filter((player) => !isOverdue(player)),
    strangers,
  );
  await moveTo(run, middle + 25 * HOUR);
  await judgeAbandoned(run, players);

  await moveTo(run, end + 4 * HOUR);
  await judgePeriodsOver(run, players);
  await moveTo(run, end + DAY);
  await play(run, players.filter(isOverdue), strangers);
  await payLate(run, players);
  await moveTo(run, end + 3 * DAY + 4 * HOUR);
  await judgeRetried(run, players);
  await moveTo(run, end + 7 * DAY + 4 * HOUR);
  await judgeNeverPaid(run, players, 'free after seven days', true);
  await payAfterGrace(run, players);
  await buyAgain(run, players);
  await moveTo(run, end + 15 * DAY + 8 * HOUR);
  await judgeNeverPaid(run, players, 'over at Stripe', false);
  await leaveAll(run, players);
}

/** Ends the remaining subscriptions, so that the next groups' moves of the clock do not renew them. */
async function leaveAll(run: Run, players: readonly Player[]): Promise<void> {
  await mapConcurrently(players, async ({ member }) => {
    for (const { id, ended_at: ended } of member.customer ? await run.stripe.subscriptionsOf(member.customer) : [])
      if (ended === null) await run.stripe.call('DELETE', `subscriptions/${id}`);
  });
  await run.waits.settled();
}
