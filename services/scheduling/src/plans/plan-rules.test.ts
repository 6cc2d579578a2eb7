import { FREE_PLAN, planAt, planOfEntry } from './plan-rules.ts';

const ends = new Date('2026-11-08T12:00:00Z');
const justBefore = new Date(ends.getTime() - 1);
const pro = { tier: 'pro' as const, videosPerMonth: 13, monthAnchor: new Date('2026-10-01T12:00:00Z'), next: null };
const toFree = { ...pro, next: { tier: 'free' as const, videosPerMonth: 1, at: ends } };
const toStarter = { ...pro, next: { tier: 'starter' as const, videosPerMonth: 9, at: ends } };

describe('the plan in force', () => {
  it("is billing's plan until the end that billing gave", () => {
    expect(planAt({ ...pro, entitledUntil: ends }, justBefore)).toEqual(pro);
    expect(planAt({ ...pro, entitledUntil: ends }, ends)).toEqual(FREE_PLAN);
  });

  it("is billing's plan if it has no end", () => {
    expect(planAt({ ...pro, entitledUntil: null }, new Date('2030-01-01T12:00:00Z'))).toEqual(pro);
  });

  it('is the following plan from its start on, without another event', () => {
    expect(planAt({ ...toStarter, entitledUntil: null }, justBefore)).toEqual(toStarter);
    expect(planAt({ ...toStarter, entitledUntil: null }, ends)).toEqual({ ...pro, tier: 'starter', videosPerMonth: 9 });
    expect(planAt({ ...toFree, entitledUntil: null }, ends)).toEqual(FREE_PLAN);
  });
});

describe('the plan of an entry', () => {
  it('is the one in force when the entry goes out', () => {
    expect(planOfEntry(toStarter, justBefore)).toEqual({ tier: 'pro', mostEntries: 13 });
    expect(planOfEntry(toStarter, ends)).toEqual({ tier: 'starter', mostEntries: 9 });
    expect(planOfEntry(pro, ends)).toEqual({ tier: 'pro', mostEntries: 13 });
  });

  it('has no entries if it is the free plan', () => {
    expect(planOfEntry(toFree, justBefore).mostEntries).toBe(13);
    expect(planOfEntry(toFree, ends).mostEntries).toBe(0);
    expect(planOfEntry(FREE_PLAN, ends).mostEntries).toBe(0);
  });
});
