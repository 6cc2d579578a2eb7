import { mapConcurrently } from '../map-concurrently.ts';
import { type Cell, cellName, isHarmless, stateName } from './cells.ts';
import { cancelled, gone, paid, planned, resumed } from './held.ts';
import type { Fault } from './judge.ts';
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
  const changed: { cell: Cell; member: Member; faults: Fault[] }[] = [];
  await mapConcurrently(players, async ({ cells, member }) => {
    let changedBy = '';
    for (const cell of cells) {
      const name = cellName(cell);
      if (takesTime(cell)) continue;
      if (changedBy !== '') {
        run.report.note(name, [`not played: '${changedBy}' has changed the state`]);
        continue;
      }
      try {
        const faults = await playOne(run, member, cell, strangers);
        if (!isHarmless(cell)) changed.push({ cell, member, faults });
        else if (!(await judgeMember(run, member, name, { more: faults }))) changedBy = name;
      } catch (error) {
        run.report.note(name, [String(error)]);
      }
    }
  });
  await run.waits.settled();
  await mapConcurrently(changed, async ({ cell, member, faults }) => {
    const pending = cell.act === '3-D Secure abandoned';
    await judgeMember(run, member, cellName(cell), { more: faults, pending });
    if (cell.result.outcome === 'gone') await judgeCanBuyAgain(run, member, cell);
  });
  // Players of harmless cells must be unchanged after all of Stripe's events were handled.
  await mapConcurrently(
    players.filter(({ cells }) => cells.every(isHarmless)),
    ({ state, member }) => judgeMember(run, member, `${stateName(state)} × all harmless cells`),
  );
}

/** A person whose plan has ended can buy one again. */
export async function judgeCanBuyAgain(run: Run, member: Member, cell: Cell): Promise<void> {
  const { status, body } = await member.call('POST', '/api/create-subscription', choiceOf(cell.state.plan));
  const faults = status === 200 ? [] : [`a new checkout answered ${status} ${JSON.stringify(body)}`];
  run.report.note(`${cellName(cell)}: can buy again`, faults);
}

async function playOne(run: Run, member: Member, cell: Cell, strangers: readonly Member[]): Promise<Fault[]> {
  const { held } = member;
  if (cell.act.startsWith('3-D Secure')) {
    const answer = await askedForPayment(member, cell);
    const faults = judgeAnswer(cell.result, answer, held, cell.chosen);
    if (faults.length === 0 && cell.result.error === undefined) await passOrAbandon(run, member, cell, answer);
    return faults;
  }
  if (cell.result.outcome === 'upgraded' && run.random() < 0.5) return upgradeAsPreviewed(run, member, cell);
  const stranger = strangers.find((one) => one !== member);
  const answer = await perform(run, member, cell, stranger);
  const faults = judgeAnswer(cell.result, answer, held, cell.chosen);
  if (cell.result.outcome === 'upgraded' && cell.chosen) await noteUpgrade(run, member, cell.chosen);
  if (cell.act === 'the last charge is refunded') member.refunded += Number(answer.body.amount);
  // An event at Stripe reaches billing by webhook.
  if (cell.act in EVENTS && isHarmless(cell)) await run.waits.settled();
  if (cell.result.outcome === 'downgrading' && cell.chosen) member.held = planned(held, cell.chosen);
  if (cell.result.outcome === 'cancelling') member.held = cancelled(held);
  if (cell.result.outcome === 'resumed') member.held = resumed(held);
  if (cell.result.outcome === 'paid') member.held = paid(held);
  if (cell.result.outcome === 'gone') {
    member.held = gone(held);
    // Without a plan the entries are paused and their quota is released.
    member.used = 0;
  }
  return faults;
}

/** Upgrades with the previewed price: the charge must be the amount that the preview showed. */
async function upgradeAsPreviewed(run: Run, member: Member, { chosen, result }: Cell): Promise<Fault[]> {
  if (!chosen) return [];
  const { held } = member;
  const shown = await must(member, 'POST', '/api/preview-subscription-change', choiceOf(chosen));
  const priced = Number(shown.prorationDate);
  const answer = await member.call('POST', '/api/change-subscription', { ...choiceOf(chosen), prorationDate: priced });
  const faults = judgeAnswer(result, answer, held, chosen);
  await noteUpgrade(run, member, chosen, priced);
  const charged = member.held.charged - held.charged;
  if (charged !== shown.dueNowCents) faults.push({ what: 'previewed', expected: charged, seen: shown.dueNowCents });
  return faults;
}
