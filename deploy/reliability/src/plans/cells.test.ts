import { nameOf, PLANS } from './catalogue.ts';
import { actName, allCells, cellName, isHarmless, STATES, stateName } from './cells.ts';
import { ACTIONS, CHOSEN, EVENTS, meaningOf } from './table.ts';

const cells = allCells();
const actsIn = (state: string) => cells.filter((cell) => stateName(cell.state) === state).map(actName);

describe('the table', () => {
  it('has the free plan and every paid plan in four states, but no downgrade from the smallest', () => {
    expect(STATES).toHaveLength(1 + 6 * 4 - 1);
    expect(STATES.map(stateName)).not.toContain('starter monthly, downgrading');
  });

  it('has a cell for every action, choice and event in every paid state', () => {
    const onlyForUpgrades = ['3-D Secure passed', '3-D Secure abandoned', 'change as previewed two hours ago'];
    for (const state of STATES.filter(({ plan }) => plan)) {
      const acts = actsIn(stateName(state));
      const choices = CHOSEN.flatMap((plan) => {
        const name = plan ? nameOf(plan) : 'free';
        return [`change to ${name}`, `preview to ${name}`];
      });
      const missing = [...Object.keys(ACTIONS), ...Object.keys(EVENTS), ...choices].filter(
        (act) => !acts.includes(act),
      );
      expect(missing.filter((act) => !onlyForUpgrades.includes(act))).toEqual([]);
      // No upgrade exists from the largest annual plan, so it has no 3-D Secure.
      expect(missing.length > 0).toBe(state.plan?.tier === 'elite' && state.plan.annual);
    }
  });

  it('has every action and choice for the free plan', () => {
    expect(actsIn('free')).toEqual(expect.arrayContaining([...Object.keys(ACTIONS), 'change to elite annual']));
  });

  it('names each cell once', () => {
    expect(new Set(cells.map(cellName)).size).toBe(cells.length);
  });

  it('has a meaning for every choice: a larger plan is up, a smaller one down, one’s own the same', () => {
    for (const has of PLANS) {
      for (const chosen of CHOSEN) expect(['end', 'same', 'up', 'down']).toContain(meaningOf(has, chosen));
      expect(meaningOf(has, has)).toBe('same');
      expect(meaningOf(has, undefined)).toBe('end');
    }
    expect(meaningOf({ tier: 'pro', annual: true }, { tier: 'pro', annual: false })).toBe('down');
    expect(meaningOf({ tier: 'pro', annual: false }, { tier: 'pro', annual: true })).toBe('up');
  });

  it('counts only cells that change nothing as harmless', () => {
    expect(cells.filter(isHarmless).every(({ result }) => result.outcome === 'unchanged')).toBe(true);
    expect(cells.filter((cell) => isHarmless(cell) && cell.act.startsWith('the period'))).toEqual([]);
  });
});
