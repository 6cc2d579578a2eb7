import { inTurns } from '../in-turns.ts';
import { act } from './acts.ts';
import { type Cell, cellName, isHarmless, stateName } from './cells.ts';
import { noteUpgrade } from './deeds.ts';
import { cancelled, gone, paid, planned, resumed } from './held.ts';
import type { Fault } from './judge.ts';
import { judgeAnswer } from './judge-answer.ts';
import { choiceOf, type Member, must } from './member.ts';
import { judgeMember, type Run } from './run.ts';
import { type Seat, takesTime } from './seats.ts';
import { EVENTS } from './table.ts';
import { askedForPayment, passOrAbandon } from './three-d-secure.ts';

/** Plays the cells of some people at once, those of one person one after the other, and judges what came of them. */
export async function play(run: Run, seats: readonly Seat[], strangers: readonly Member[]): Promise<void> {
  const changed: { cell: Cell; member: Member; faults: Fault[] }[] = [];
  await inTurns(seats, async ({ cells, member }) => {
    let spoilt = '';
    for (const cell of cells) {
      const name = cellName(cell);
      if (takesTime(cell)) continue;
      if (spoilt !== '') {
        run.report.note(name, [`not played: they are no longer in that state since '${spoilt}'`]);
        continue;
      }
      try {
        const faults = await playOne(run, member, cell, strangers);
        if (!isHarmless(cell)) changed.push({ cell, member, faults });
        else if (!(await judgeMember(run, member, name, { more: faults }))) spoilt = name;
      } catch (error) {
        run.report.note(name, [String(error)]);
      }
    }
  });
  await run.ears.settled();
  await inTurns(changed, async ({ cell, member, faults }) => {
    const pending = cell.act === '3-D Secure abandoned';
    await judgeMember(run, member, cellName(cell), { more: faults, pending });
    if (cell.result.outcome === 'gone') await judgeWayBack(run, member, cell);
  });
  // What was left as it was is so still, once everything Stripe had to say about it has been heard.
  await inTurns(
    seats.filter(({ cells }) => cells.every(isHarmless)),
    ({ state, member }) => judgeMember(run, member, `${stateName(state)} × all that changes nothing`),
  );
}

/** Whoever has no plan any more can buy one. */
export async function judgeWayBack(run: Run, member: Member, cell: Cell): Promise<void> {
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
  const answer = await act(run, member, cell, stranger);
  const faults = judgeAnswer(cell.result, answer, held, cell.chosen);
  if (cell.result.outcome === 'upgraded' && cell.chosen) await noteUpgrade(run, member, cell.chosen);
  if (cell.act === 'the last charge is refunded') member.refunded += Number(answer.body.amount);
  // What happens at Stripe comes by its events.
  if (cell.act in EVENTS && isHarmless(cell)) await run.ears.settled();
  if (cell.result.outcome === 'downgrading' && cell.chosen) member.held = planned(held, cell.chosen);
  if (cell.result.outcome === 'cancelling') member.held = cancelled(held);
  if (cell.result.outcome === 'resumed') member.held = resumed(held);
  if (cell.result.outcome === 'paid') member.held = paid(held);
  if (cell.result.outcome === 'gone') {
    member.held = gone(held);
    // Without a plan nothing is scheduled: the entries are paused, and what they took is given back.
    member.used = 0;
  }
  return faults;
}

/** Looks at the price first and says yes to it: what is charged is what was shown. */
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
