import { regenerationStatus } from './regeneration-rules.ts';

const last = new Date('2026-11-01T12:00:00Z');

describe('the wait between regenerations', () => {
  it('does not apply before the first regeneration', () => {
    expect(regenerationStatus(undefined, last)).toEqual({
      canRegenerate: true,
      daysRemaining: 0,
      lastRegeneratedAt: null,
      nextAt: null,
    });
  });

  it('is 168 hours, to the millisecond, and rounds days up', () => {
    const at = (text: string) => regenerationStatus(last, new Date(text));
    expect(at('2026-11-01T12:00:00Z').daysRemaining).toBe(7);
    expect(at('2026-11-02T12:00:00Z').daysRemaining).toBe(6);
    expect(at('2026-11-08T11:59:59.999Z')).toMatchObject({ canRegenerate: false, daysRemaining: 1 });
    expect(at('2026-11-08T12:00:00Z')).toMatchObject({ canRegenerate: true, daysRemaining: 0, nextAt: null });
    expect(at('2026-11-02T00:00:00Z').nextAt).toEqual(new Date('2026-11-08T12:00:00Z'));
  });
});
