import { shuffled } from '@reelwright/local/random';
import { mapConcurrently } from '../map-concurrently.ts';
import { allCells, type Cell, isDisputed, isHarmless, STATES, type State, stateName } from './cells.ts';
import type { Member } from './member.ts';
import { buy, cancel, newMember, planSmaller, saveAhead } from './member-actions.ts';
import { AHEAD } from './perform.ts';
import type { Run } from './run.ts';
import { CARDS } from './stripe-client.ts';

/** A person in a state, and their cells: all harmless cells of the state, or one cell that changes it. */
export interface Player {
  readonly state: State;
  readonly cells: readonly Cell[];
  readonly member: Member;
}

const ENTRIES = 2;
export const refuses = (cell: Cell) =>
  cell.act === 'the period ends, the card refuses' || cell.act.startsWith('refused');
export const takesTime = (cell: Cell) => cell.act === 'the period ends, the card pays' || refuses(cell);
export const isOverdue = ({ state }: Player) => state.status === 'overdue';

/** The first cell whose result needs the clock to move. */
export const timedCell = ({ cells }: Player): Cell | undefined => cells.find(takesTime);

/** Assigns the cells to people: one for each cell that changes something, one for all harmless cells of a state. */
export function assignCells(random: () => number): Omit<Player, 'member'>[] {
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

export const createPlayers = (run: Run, cast: readonly Omit<Player, 'member'>[]): Promise<Player[]> =>
  mapConcurrently(cast, async (player) => {
    const member = await newMember(run);
    const { plan } = player.state;
    const asks = player.cells.some(({ act }) => act.startsWith('3-D Secure'));
    member.disputed = player.cells.some(isDisputed);
    if (plan) await buy(run, member, plan, member.disputed ? CARDS.disputes : asks ? CARDS.asks : CARDS.pays);
    return { ...player, member };
  });

/** Brings a person into their state. People who are to become overdue get a card that is declined. */
export async function ensureIntoState({ stripe }: Run, { state, cells, member }: Player, from: number): Promise<void> {
  if (!state.plan) return;
  await saveAhead(member, from + AHEAD, ENTRIES);
  if (state.status === 'cancelling') await cancel(member);
  if (state.next) await planSmaller(member, state.next);
  if (state.status === 'overdue' || cells.some(refuses)) await stripe.giveCard(member.customer, CARDS.refuses);
}
