import { FREE_PLAN, planAt } from './plan-rules.ts';

const ends = new Date('2026-11-08T12:00:00Z');
const pro = { tier: 'pro' as const, videosPerMonth: 13, monthAnchor: new Date('2026-10-01T12:00:00Z') };

describe('the plan in force', () => {
  it('is what billing said until the instant billing named', () => {
    expect(planAt({ ...pro, entitledUntil: ends }, new Date(ends.getTime() - 1))).toEqual(pro);
    expect(planAt({ ...pro, entitledUntil: ends }, ends)).toEqual(FREE_PLAN);
  });

  it('holds when billing names no end', () => {
    expect(planAt({ ...pro, entitledUntil: null }, new Date('2030-01-01T12:00:00Z'))).toEqual(pro);
  });
});
