import { mapConcurrently } from '../map-concurrently.ts';
import { cellName, isHarmless, stateName } from './cells.ts';
import { ended, paid, periodOver } from './held.ts';
import { buy, payOverdue } from './member-actions.ts';
import { judgeCanBuyAgain } from './play.ts';
import { isOverdue, type Player, refuses, timedCell } from './players.ts';
import { judgeMember, type Run } from './run.ts';
import { CARDS } from './stripe-client.ts';

/** A day later an upgrade with an unconfirmed 3-D Secure has expired and changed nothing. */
export async function judgeAbandoned(run: Run, players: readonly Player[]): Promise<void> {
  const abandoned = players.filter(({ cells: [cell], state }) => cell?.act === '3-D Secure abandoned' && state.plan);
  await mapConcurrently(abandoned, ({ state, member }) =>
    judgeMember(run, member, `${stateName(state)} × 3-D Secure abandoned, a day later`),
  );
}

/** Judges the players whose period has ended, with a card that pays or is declined. */
export async function judgePeriodsOver(run: Run, players: readonly Player[]): Promise<void> {
  const isTimed = (player: Player) => isOverdue(player) || timedCell(player) !== undefined;
  for (const player of players.filter(isTimed)) {
    const card = isOverdue(player) || player.cells.some(refuses) ? 'refuses' : 'pays';
    player.member.heldPlan = periodOver(player.member.heldPlan, card);
    player.member.used = 0;
  }
  await mapConcurrently(players.filter(isTimed), async (player) => {
    const cell = timedCell(player);
    const name = isOverdue(player) ? `${stateName(player.state)} × is reached` : cell ? cellName(cell) : '';
    // Players who pay late or never are judged by their cells later; at this time they are overdue like the others.
    const isEarly = !isOverdue(player) && cell?.act.startsWith('refused');
    if (isOverdue(player) && !player.cells.every(isHarmless)) return;
    await judgeMember(run, player.member, isEarly ? `${name}: the grace` : name);
  });
}

/** A day into the grace the open invoice is paid on its page, or a new card is given for the next retry. */
export async function payLate(run: Run, players: readonly Player[]): Promise<void> {
  const late = players.filter(({ cells: [cell] }) => cell?.act === 'refused, paid within the grace');
  await mapConcurrently(late, async ({ cells: [cell], member }) => {
    if (!cell || member.heldPlan.status !== 'overdue') return;
    await payOverdue(run, member);
    member.heldPlan = paid(member.heldPlan);
  });
  const retried = players.filter(
    (player) => isOverdue(player) && timedCell(player)?.act === 'the period ends, the card pays',
  );
  await mapConcurrently(retried, ({ member }) => run.stripe.giveCard(member.customer, CARDS.pays));
  await run.waits.settled();
  await mapConcurrently(late, async ({ cells: [cell], member }) => {
    if (cell) await judgeMember(run, member, cellName(cell));
  });
}

/** Judges the overdue players after Stripe's first retry. */
export async function judgeRetried(run: Run, players: readonly Player[]): Promise<void> {
  await mapConcurrently(players.filter(isOverdue), async (player) => {
    const cell = timedCell(player);
    if (!cell?.act.startsWith('the period ends')) return;
    if (cell.result.outcome === 'paid') player.member.heldPlan = paid(player.member.heldPlan);
    await judgeMember(run, player.member, cellName(cell));
  });
}

const neverPaid = (players: readonly Player[]) =>
  players.filter((player) => timedCell(player)?.act === 'refused, never paid');

/** Pays the open invoice after the grace: the plan returns for the rest of the period. */
export async function payAfterGrace(run: Run, players: readonly Player[]): Promise<void> {
  const late = players.filter((player) => timedCell(player)?.act === 'refused, paid after the grace');
  await mapConcurrently(late, async ({ cells: [cell], member }) => {
    const { heldPlan } = member;
    if (heldPlan.status !== 'overdue' || !cell) return;
    member.heldPlan = ended(heldPlan);
    await judgeMember(run, member, `${cellName(cell)}: free meanwhile`, { lapsed: true });
    await payOverdue(run, member);
    member.heldPlan = paid(heldPlan);
  });
  await run.waits.settled();
  await mapConcurrently(late, async ({ cells: [cell], member }) => {
    if (cell) await judgeMember(run, member, cellName(cell));
  });
}

/** Buys the plan again while Stripe still retries the old invoice: the old subscription ends and is never collected. */
export async function buyAgain(run: Run, players: readonly Player[]): Promise<void> {
  const again = neverPaid(players).filter(({ state }) => state.status === 'active');
  const bought = await mapConcurrently(again, async ({ state, member, cells: [cell] }) => {
    try {
      if (state.plan) await buy(run, member, state.plan);
      return true;
    } catch (error) {
      if (cell) run.report.note(`${cellName(cell)}: buys again after the grace`, [String(error)]);
      return false;
    }
  });
  await run.waits.settled();
  await mapConcurrently(
    again.filter((_seat, index) => bought[index]),
    async ({ member, cells: [cell] }) => {
      if (cell) await judgeMember(run, member, `${cellName(cell)}: buys again after the grace`);
    },
  );
}

/** Unpaid players are free after the grace, while Stripe still retries (`lapsed`), and after that they can buy again. */
export async function judgeNeverPaid(
  run: Run,
  players: readonly Player[],
  name: string,
  lapsed: boolean,
): Promise<void> {
  await mapConcurrently(
    neverPaid(players).filter(({ state }) => lapsed || state.status !== 'active'),
    async ({ state, cells: [cell], member }) => {
      if (!cell) return;
      const wasOverdue = state.status !== 'cancelling';
      member.heldPlan = ended(member.heldPlan);
      await judgeMember(run, member, `${cellName(cell)}: ${name}`, { lapsed: lapsed && wasOverdue });
      if (lapsed) return;
      await judgeCanBuyAgain(run, member, cell);
    },
  );
}
