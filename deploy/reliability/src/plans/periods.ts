import { inTurns } from '../in-turns.ts';
import { cellName, isHarmless, stateName } from './cells.ts';
import { buy, payOverdue } from './deeds.ts';
import { gone, paid, periodOver } from './held.ts';
import { judgeWayBack } from './play.ts';
import { judgeMember, type Run } from './run.ts';
import { isOverdue, refuses, type Seat, slow } from './seats.ts';
import { CARDS } from './stripe-desk.ts';

/** A day later an upgrade whose 3-D Secure nobody answered is off the table, and everything is as it was. */
export async function judgeAbandoned(run: Run, seats: readonly Seat[]): Promise<void> {
  const abandoned = seats.filter(({ cells: [cell], state }) => cell?.act === '3-D Secure abandoned' && state.plan);
  await inTurns(abandoned, ({ state, member }) =>
    judgeMember(run, member, `${stateName(state)} × 3-D Secure abandoned, a day later`),
  );
}

/** What the end of a period brings, by what the card says. */
export async function judgePeriodsOver(run: Run, seats: readonly Seat[]): Promise<void> {
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
export async function payLate(run: Run, seats: readonly Seat[]): Promise<void> {
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
export async function judgeRetried(run: Run, seats: readonly Seat[]): Promise<void> {
  await inTurns(seats.filter(isOverdue), async (seat) => {
    const cell = slow(seat);
    if (!cell?.act.startsWith('the period ends')) return;
    if (cell.result.outcome === 'paid') seat.member.held = paid(seat.member.held);
    await judgeMember(run, seat.member, cellName(cell));
  });
}

const neverPaid = (seats: readonly Seat[]) => seats.filter((seat) => slow(seat)?.act === 'refused, never paid');

/** Pays what is owed when the plan is over already: it comes back for what is left of the period. */
export async function payAfterGrace(run: Run, seats: readonly Seat[]): Promise<void> {
  const late = seats.filter((seat) => slow(seat)?.act === 'refused, paid after the grace');
  await inTurns(late, async ({ cells: [cell], member }) => {
    const { held } = member;
    if (held.status !== 'overdue' || !cell) return;
    member.held = gone(held);
    await judgeMember(run, member, `${cellName(cell)}: free meanwhile`, { lapsed: true });
    await payOverdue(run, member);
    member.held = paid(held);
  });
  await run.ears.settled();
  await inTurns(late, async ({ cells: [cell], member }) => {
    if (cell) await judgeMember(run, member, cellName(cell));
  });
}

/** Buys the plan anew while Stripe still tries to collect for the old one: that one is over, and never collected. */
export async function buyAgain(run: Run, seats: readonly Seat[]): Promise<void> {
  const again = neverPaid(seats).filter(({ state }) => state.status === 'active');
  const bought = await inTurns(again, async ({ state, member, cells: [cell] }) => {
    try {
      if (state.plan) await buy(run, member, state.plan);
      return true;
    } catch (error) {
      if (cell) run.report.note(`${cellName(cell)}: buys again after the grace`, [String(error)]);
      return false;
    }
  });
  await run.ears.settled();
  await inTurns(
    again.filter((_seat, index) => bought[index]),
    async ({ member, cells: [cell] }) => {
      if (cell) await judgeMember(run, member, `${cellName(cell)}: buys again after the grace`);
    },
  );
}

/** Nobody paid: free after the grace (`lapsed`: Stripe still tries), and when Stripe has given up they can buy again. */
export async function judgeNeverPaid(run: Run, seats: readonly Seat[], name: string, lapsed: boolean): Promise<void> {
  await inTurns(
    neverPaid(seats).filter(({ state }) => lapsed || state.status !== 'active'),
    async ({ state, cells: [cell], member }) => {
      if (!cell) return;
      const wasOverdue = state.status !== 'cancelling';
      member.held = gone(member.held);
      await judgeMember(run, member, `${cellName(cell)}: ${name}`, { lapsed: lapsed && wasOverdue });
      if (lapsed) return;
      await judgeWayBack(run, member, cell);
    },
  );
}
