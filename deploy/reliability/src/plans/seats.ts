import { shuffled } from '@reelwright/local/random';
import { inTurns } from '../in-turns.ts';
import { AHEAD } from './acts.ts';
import { allCells, type Cell, isDisputed, isHarmless, STATES, type State, stateName } from './cells.ts';
import { arrive, buy, cancel, planSmaller, saveAhead } from './deeds.ts';
import type { Member } from './member.ts';
import type { Run } from './run.ts';
import { CARDS } from './stripe-desk.ts';

/** A person in a state, and the cells they play: many that leave all as it was, or one that changes it. */
export interface Seat {
  readonly state: State;
  readonly cells: readonly Cell[];
  readonly member: Member;
}

const ENTRIES = 2;
export const refuses = (cell: Cell) =>
  cell.act === 'the period ends, the card refuses' || cell.act.startsWith('refused');
export const takesTime = (cell: Cell) => cell.act === 'the period ends, the card pays' || refuses(cell);
export const isOverdue = ({ state }: Seat) => state.status === 'overdue';

/** The first cell of those that only time brings about. */
export const slow = ({ cells }: Seat): Cell | undefined => cells.find(takesTime);

/** Who plays what: a person for each cell that changes something, one for all others of a state. */
export function seatCells(random: () => number): Omit<Seat, 'member'>[] {
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

export const seatPeople = (run: Run, cast: readonly Omit<Seat, 'member'>[]): Promise<Seat[]> =>
  inTurns(cast, async (seat) => {
    const member = await arrive(run);
    const { plan } = seat.state;
    const asks = seat.cells.some(({ act }) => act.startsWith('3-D Secure'));
    member.disputed = seat.cells.some(isDisputed);
    if (plan) await buy(run, member, plan, member.disputed ? CARDS.disputes : asks ? CARDS.asks : CARDS.pays);
    return { ...seat, member };
  });

/** Brings a person into their state; those who are to be overdue get a card that refuses. */
export async function arrange({ stripe }: Run, { state, cells, member }: Seat, from: number): Promise<void> {
  if (!state.plan) return;
  await saveAhead(member, from + AHEAD, ENTRIES);
  if (state.status === 'cancelling') await cancel(member);
  if (state.next) await planSmaller(member, state.next);
  if (state.status === 'overdue' || cells.some(refuses)) await stripe.giveCard(member.customer, CARDS.refuses);
}
