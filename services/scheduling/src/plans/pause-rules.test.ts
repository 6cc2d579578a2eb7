import { choosePauses } from './pause-rules.ts';
import type { Plan } from './plan-rules.ts';

const anchor = new Date('2026-11-01T00:00:00Z');
const plan = (tier: Plan['tier'], videosPerMonth: number): Plan => ({
  tier,
  videosPerMonth,
  monthAnchor: tier === 'free' ? null : anchor,
  next: null,
});
const entries = (count: number, state: 'planned' | 'paused' | 'requested', from = 1) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${state}-${from + index}`,
    publishAt: new Date(Date.UTC(2026, 10, from + index, 9)),
    state,
    skipped: false,
  }));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('entries that a plan has no room for', () => {
  it('are paused, latest first', () => {
    const { pause, resume } = choosePauses(
      entries(12, 'planned'),
      plan('starter', 8),
      new Map([[anchor.getTime(), 12]]),
    );
    expect(ids(pause)).toEqual(['planned-12', 'planned-11', 'planned-10', 'planned-9']);
    expect(resume).toEqual([]);
  });

  it('are all paused on the free plan, except requested ones', () => {
    const all = [...entries(2, 'requested'), ...entries(2, 'planned', 3)];
    expect(ids(choosePauses(all, plan('free', 1), new Map()).pause)).toEqual(['planned-4', 'planned-3']);
  });

  it('are resumed earliest first, as far as there is room', () => {
    const all = [...entries(8, 'planned'), ...entries(6, 'paused', 9)];
    const { pause, resume } = choosePauses(all, plan('pro', 12), new Map([[anchor.getTime(), 8]]));
    expect(pause).toEqual([]);
    expect(ids(resume)).toEqual(['paused-9', 'paused-10', 'paused-11', 'paused-12']);
  });

  it('are counted in the month of their post', () => {
    const december = entries(2, 'paused', 31 + 5);
    const { resume } = choosePauses(december, plan('starter', 8), new Map([[anchor.getTime(), 8]]));
    expect(resume).toHaveLength(2);
  });
});
