import { inTurns } from '../in-turns.ts';
import { say } from '../say.ts';
import { AHEAD, act } from './acts.ts';
import { allCells, type Cell, cellName, isHarmless, STATES, type State, shuffled, stateName } from './cells.ts';
import { arrive, buy, cancel, noteUpgrade, payOverdue, planSmaller, saveAhead } from './deeds.ts';
import { cancelled, gone, paid, periodOver, planned, resumed } from './held.ts';
import { type Fault, judgeAnswer } from './judge.ts';
import { choiceOf, type Member } from './member.ts';
import { DAY, HOUR, nextCalendarMonth, plusMonths } from './months.ts';
import { judgeMember, moveTo, now, type Run } from './run.ts';
import { CARDS } from './stripe-desk.ts';
import { askedForPayment, passOrAbandon } from './three-d-secure.ts';

/** A person in a state, and the cells they play: many that leave all as it was, or one that changes it. */
export interface Seat {
  readonly state: State;
  readonly cells: readonly Cell[];
  readonly member: Member;
}

const ENTRIES = 2;
const refuses = (cell: Cell) => cell.act === 'the period ends, the card refuses' || cell.act.startsWith('refused');
const takesTime = (cell: Cell) => cell.act === 'the period ends, the card pays' || refuses(cell);
const isOverdue = ({ state }: Seat) => state.status === 'overdue';

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
  const stranger = seats.find(({ state }) => state.status === 'active')?.member;
  await inTurns(seats, (seat) => arrange(run, seat, middle));
  await run.ears.settled();
  say('they are in their states');
  await play(
    run,
    seats.filter((seat) => !isOverdue(seat)),
    stranger,
  );
  await moveTo(run, middle + 25 * HOUR);
  await judgeAbandoned(run, seats);

  await moveTo(run, end + 4 * HOUR);
  await judgePeriodsOver(run, seats);
  await moveTo(run, end + DAY);
  await play(run, seats.filter(isOverdue), stranger);
  await payLate(run, seats);
  await moveTo(run, end + 3 * DAY + 4 * HOUR);
  await judgeRetried(run, seats);
  await moveTo(run, end + 7 * DAY + 4 * HOUR);
  await judgeNeverPaid(run, seats, 'free after seven days', true);
  await moveTo(run, end + 15 * DAY + 8 * HOUR);
  await judgeNeverPaid(run, seats, 'over at Stripe', false);
  await leaveAll(run, seats);
}

/** Who plays what: a person for each cell that changes something, one for all others of a state. */
function seatCells(random: () => number): Omit<Seat, 'member'>[] {
  const cells = shuffled(allCells(), random);
  return STATES.flatMap((state) => {
    const own = cells.filter((cell) => stateName(cell.state) === stateName(state));
    const harmless = own.filter(isHarmless);
    return [
      { state, cells: harmless },
      ...own.filter((cell) => !isHarmless(cell)).map((cell) => ({ state, cells: [cell] })),
    ];
  });
}

const seatPeople = (run: Run, cast: readonly Omit<Seat, 'member'>[]): Promise<Seat[]> =>
  inTurns(cast, async (seat) => {
    const member = await arrive(run);
    const { plan } = seat.state;
    const card = seat.cells.some(({ act }) => act.startsWith('3-D Secure')) ? CARDS.asks : CARDS.pays;
    if (plan) await buy(run, member, plan, card);
    return { ...seat, member };
  });

/** Brings a person into their state; those who are to be overdue get a card that refuses. */
async function arrange({ stripe }: Run, { state, cells, member }: Seat, from: number): Promise<void> {
  if (!state.plan) return;
  await saveAhead(member, from + AHEAD, ENTRIES);
  if (state.status === 'cancelling') await cancel(member);
  if (state.next) await planSmaller(member, state.next);
  if (state.status === 'overdue' || cells.some(refuses)) await stripe.giveCard(member.customer, CARDS.refuses);
}

/** Plays the cells of some people at once, those of one person one after the other, and judges what came of them. */
async function play(run: Run, seats: readonly Seat[], stranger: Member | undefined): Promise<void> {
  const changed: { cell: Cell; member: Member; faults: Fault[] }[] = [];
  await inTurns(seats, async ({ cells, member }) => {
    for (const cell of cells) {
      if (takesTime(cell)) continue;
      try {
        const faults = await playOne(run, member, cell, stranger);
        if (isHarmless(cell)) await judgeMember(run, member, cellName(cell), { more: faults });
        else changed.push({ cell, member, faults });
      } catch (error) {
        run.report.note(cellName(cell), [String(error)]);
      }
    }
  });
  await run.ears.settled();
  await inTurns(changed, ({ cell, member, faults }) =>
    judgeMember(run, member, cellName(cell), { more: faults, pending: cell.act === '3-D Secure abandoned' }),
  );
  // What was left as it was is so still, once everything Stripe had to say about it has been heard.
  await inTurns(
    seats.filter(({ cells }) => cells.every(isHarmless)),
    ({ state, member }) => judgeMember(run, member, `${stateName(state)} × all that changes nothing`),
  );
}

async function playOne(run: Run, member: Member, cell: Cell, stranger: Member | undefined): Promise<Fault[]> {
  const { held } = member;
  if (cell.act.startsWith('3-D Secure')) {
    const answer = await askedForPayment(member, cell);
    const faults = judgeAnswer(cell.result, answer, held, cell.chosen);
    if (faults.length === 0 && cell.result.error === undefined) await passOrAbandon(run, member, cell, answer);
    return faults;
  }
  const answer = await act(run, member, cell, stranger);
  const faults = judgeAnswer(cell.result, answer, held, cell.chosen);
  if (cell.result.outcome === 'upgraded' && cell.chosen) await noteUpgrade(run, member, cell.chosen);
  if (cell.result.outcome === 'downgrading' && cell.chosen) member.held = planned(held, cell.chosen);
  if (cell.result.outcome === 'cancelling') member.held = cancelled(held);
  if (cell.result.outcome === 'resumed') member.held = resumed(held);
  if (cell.result.outcome === 'gone') {
    member.held = gone(held);
    // Without a plan nothing is scheduled: the entries are paused, and what they took is given back.
    member.used = 0;
  }
  return faults;
}

/** A day later an upgrade whose 3-D Secure nobody answered is off the table, and everything is as it was. */
async function judgeAbandoned(run: Run, seats: readonly Seat[]): Promise<void> {
  const abandoned = seats.filter(({ cells: [cell], state }) => cell?.act === '3-D Secure abandoned' && state.plan);
  await inTurns(abandoned, ({ state, member }) =>
    judgeMember(run, member, `${stateName(state)} × 3-D Secure abandoned, a day later`),
  );
}

/** The first cell of those that only time brings about. */
const slow = ({ cells }: Seat): Cell | undefined => cells.find(takesTime);

async function judgePeriodsOver(run: Run, seats: readonly Seat[]): Promise<void> {
  const isTimed = (seat: Seat) => isOverdue(seat) || slow(seat) !== undefined;
  for (const seat of seats.filter(isTimed)) {
    const card = isOverdue(seat) || seat.cells.some(refuses) ? 'refuses' : 'pays';
    seat.member.held = periodOver(seat.member.held, card);
    seat.member.used = 0;
  }
  await inTurns(seats.filter(isTimed), async (seat) => {
    const cell = slow(seat);
    const name = isOverdue(seat) ? `${stateName(seat.state)} × is so` : cell ? cellName(cell) : '';
    // Those who are to pay late, or never, have their own cells later; until then they are overdue like the others.
    const isEarly = !isOverdue(seat) && cell?.act.startsWith('refused');
    if (isOverdue(seat) && !seat.cells.every(isHarmless)) return;
    await judgeMember(run, seat.member, isEarly ? `${name}: the grace` : name);
  });
}

/** Pays what is owed a day into the grace: on the invoice's own page, or by a card that the next retry takes. */
async function payLate(run: Run, seats: readonly Seat[]): Promise<void> {
  const late = seats.filter(({ cells: [cell] }) => cell?.act === 'refused, paid within the grace');
  await inTurns(late, async ({ cells: [cell], member }) => {
    if (!cell || member.held.status !== 'overdue') return;
    await payOverdue(run, member);
    member.held = paid(member.held);
  });
  const retried = seats.filter((seat) => isOverdue(seat) && slow(seat)?.act === 'the period ends, the card pays');
  await inTurns(retried, ({ member }) => run.stripe.giveCard(member.customer, CARDS.pays));
  await run.ears.settled();
  await inTurns(late, async ({ cells: [cell], member }) => {
    if (cell) await judgeMember(run, member, cellName(cell));
  });
}

/** After Stripe's first retry. */
async function judgeRetried(run: Run, seats: readonly Seat[]): Promise<void> {
  await inTurns(seats.filter(isOverdue), async (seat) => {
    const cell = slow(seat);
    if (!cell?.act.startsWith('the period ends')) return;
    if (cell.result.outcome === 'paid') seat.member.held = paid(seat.member.held);
    await judgeMember(run, seat.member, cellName(cell));
  });
}

async function judgeNeverPaid(run: Run, seats: readonly Seat[], name: string, lapsed: boolean): Promise<void> {
  const never = seats.filter((seat) => slow(seat)?.act === 'refused, never paid');
  await inTurns(never, async ({ state, cells: [cell], member }) => {
    if (!cell) return;
    const wasOverdue = state.status !== 'cancelling';
    member.held = gone(member.held);
    await judgeMember(run, member, `${cellName(cell)}: ${name}`, { lapsed: lapsed && wasOverdue });
    if (lapsed) return;
    const { status, body } = await member.call('POST', '/api/create-subscription', choiceOf(state.plan));
    const faults = status === 200 ? [] : [`a new checkout answered ${status} ${JSON.stringify(body)}`];
    run.report.note(`${cellName(cell)}: can buy again`, faults);
  });
}

/** Ends what is left, so that the other groups' clock does not renew it month by month. */
async function leaveAll(run: Run, seats: readonly Seat[]): Promise<void> {
  await inTurns(seats, async ({ member }) => {
    for (const { id, ended_at: ended } of member.customer ? await run.stripe.subscriptionsOf(member.customer) : [])
      if (ended === null) await run.stripe.call('DELETE', `subscriptions/${id}`);
  });
  await run.ears.settled();
}
