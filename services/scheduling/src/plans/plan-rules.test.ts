import { entitledUntil, FREE_PLAN, planAt } from './plan-rules.ts';

const day = (text: string) => new Date(`${text}T12:00:00Z`);

describe('the plan in force', () => {
  it('lapses seven days after a paid period that nobody renewed', () => {
    const until = entitledUntil({ currentPeriodEnd: day('2026-11-01'), expiresAt: undefined });
    const account = { tier: 'pro' as const, monthAnchor: day('2026-10-01'), entitledUntil: until };
    expect(planAt(account, new Date('2026-11-08T11:59:59Z')).tier).toBe('pro');
    expect(planAt(account, day('2026-11-08'))).toEqual(FREE_PLAN);
  });

  it('ends on its last day when it was cancelled', () => {
    const until = entitledUntil({ currentPeriodEnd: day('2026-11-01'), expiresAt: day('2026-11-01') });
    expect(until).toEqual(day('2026-11-01'));
  });

  it('does not outlive the grace even if a later end is named', () => {
    const until = entitledUntil({ currentPeriodEnd: day('2026-11-01'), expiresAt: day('2027-11-01') });
    expect(until).toEqual(day('2026-11-08'));
  });

  it('holds when billing names no end', () => {
    expect(entitledUntil({ currentPeriodEnd: undefined, expiresAt: undefined })).toBeNull();
    expect(planAt({ tier: 'elite', monthAnchor: null, entitledUntil: null }, day('2030-01-01')).tier).toBe('elite');
  });
});
