import { mapConcurrently } from '../map-concurrently.ts';
import { type Cell, cellName, isHarmless, stateName } from './cells.ts';
import { cancelled, ended, paid, planned, resumed } from './held.ts';
import type { Mismatch } from './judge.ts';
import { judgeAnswer } from './judge-answer.ts';
import { choiceOf, type Member, must } from './member.ts';
import { noteUpgrade } from './member-actions.ts';
import { perform } from './perform.ts';
import { type Player, takesTime } from './players.ts';
import { judgeMember, type Run } from './run.ts';
import { EVENTS } from './table.ts';
import { askedForPayment, passOrAbandon } from './three-d-secure.ts';

/** Plays the cells of several players at once, each player's in sequence, and judges the results. */
export async function play(run: Run, players: readonly Player[], strangers: readonly Member[]): Promise<void> {
  const changed: { cell: Cell; member: Member; mismatches: Mismatch[] }[] = [];
  await mapConcurrently(players, async ({ cells, member }) => {
    let changedBy = '';
    for (const cell of cells) {
      const name = cellName(cell);
      // Played later, when the clock moves.
      if (takesTime(cell)) continue;
      if (changedBy !== '') {
        run.report.note(name, [`not played: '${changedBy}' unexpectedly changed the state`]);
        continue;
      }
      try {
        const mismatches = await playOne(run, member, cell, strangers);
        if (!isHarmless(cell)) changed.push({ cell, member, mismatches });
        else if (!(await judgeMember(run, member, name, { more: mismatches }))) changedBy = name;
      } catch (error) {
        run.report.note(name, [String(error)]);
      }
    }
  });
  await run.waits.settled();
  await mapConcurrently(changed, async ({ cell, member, mismatches }) => {
    const pending = cell.act === '3-D Secure abandoned';
    await judgeMember(run, member, cellName(cell), { more: mismatches, pending });
    if (cell.result.outcome === 'gone') await judgeCanBuyAgain(run, member, cell);
  });
  // Players of harmless cells must be unchanged after all of Stripe's events were handled.
  await mapConcurrently(
    players.filter(({ cells }) => cells.every(isHarmless)),
    ({ state, member }) => judgeMember(run, member, `${stateName(state)} × all harmless cells`),
  );
}

/** Checks that a person whose plan has ended can begin a new checkout. */
export async function judgeCanBuyAgain(run: Run, member: Member, cell: Cell): Promise<void> {
  const { status, body } = await member.call('POST', '/api/create-subscription', choiceOf(cell.state.plan));
  const mismatches = status === 200 ? [] : [`a new checkout answered ${status} ${JSON.stringify(body)}`];
  run.report.note(`${cellName(cell)}: can buy again`, mismatches);
}

async function playOne(run: Run, member: Member, cell: Cell, strangers: readonly Member[]): Promise<Mismatch[]> {
  const { heldPlan } = member;
  if (cell.act.startsWith('3-D Secure')) {
    const answer = await askedForPayment(member, cell);
    const mismatches = judgeAnswer(cell.result, answer, heldPlan, cell.chosen);
    if (mismatches.length === 0 && cell.result.error === undefined) await passOrAbandon(run, member, cell, answer);
    return mismatches;
  }
  // Half of the upgrades are at the price of a preview, so that both ways are covered.
  if (cell.result.outcome === 'upgraded' && run.random() < 0.5) return upgradeAsPreviewed(run, member, cell);
  const stranger = strangers.find((one) => one !== member);
  const answer = await perform(run, member, cell, stranger);
  const mismatches = judgeAnswer(cell.result, answer, heldPlan, cell.chosen);
  if (cell.result.outcome === 'upgraded' && cell.chosen) await noteUpgrade(run, member, cell.chosen);
  if (cell.act === 'the last charge is refunded') member.refunded += Number(answer.body.amount);
  // An event at Stripe reaches billing by webhook.
  if (cell.act in EVENTS && isHarmless(cell)) await run.waits.settled();
  if (cell.result.outcome === 'downgrading' && cell.chosen) member.heldPlan = planned(heldPlan, cell.chosen);
  if (cell.result.outcome === 'cancelling') member.heldPlan = cancelled(heldPlan);
  if (cell.result.outcome === 'resumed') member.heldPlan = resumed(heldPlan);
  if (cell.result.outcome === 'paid') member.heldPlan = paid(heldPlan);
  if (cell.result.outcome === 'gone') {
    member.heldPlan = ended(heldPlan);
    // Without a plan the entries are paused and their quota is released.
    member.used = 0;
  }
  return mismatches;
}

/** Upgrades with the previewed price: the charge must be the amount that the preview showed. */
async function upgradeAsPreviewed(run: Run, member: Member, { chosen, result }: Cell): Promise<Mismatch[]> {
  if (!chosen) return [];
  const { heldPlan } = member;
  const preview = await must(member, 'POST', '/api/preview-subscription-change', choiceOf(chosen));
  const prorationDate = Number(preview.prorationDate);
  const answer = await member.call('POST', '/api/change-subscription', { ...choiceOf(chosen), prorationDate });
  const mismatches = judgeAnswer(result, answer, heldPlan, chosen);
  await noteUpgrade(run, member, chosen, prorationDate);
  const charged = member.heldPlan.charged - heldPlan.charged;
  if (charged !== preview.dueNowCents)
    mismatches.push({ what: 'previewed', expected: charged, actual: preview.dueNowCents });
  return mismatches;
}
