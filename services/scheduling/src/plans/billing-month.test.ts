import { billingMonthOf } from './billing-month.ts';
import { FREE_PLAN } from './plan-rules.ts';

const month = (instant: string, anchor?: string) => {
  const plan = anchor
    ? { tier: 'pro' as const, videosPerMonth: 12, monthAnchor: new Date(anchor), next: null }
    : FREE_PLAN;
  const { start, end } = billingMonthOf(new Date(instant), plan);
  return [start.toISOString(), end.toISOString()];
};

describe('the billing month', () => {
  it('is the calendar month in UTC on the free plan', () => {
    expect(month('2026-11-30T23:59:59.999Z')).toEqual(['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z']);
    expect(month('2026-12-01T00:00:00Z')).toEqual(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  });

  it('counts from the anchor on a paid plan, to the millisecond', () => {
    const anchor = '2026-03-15T10:30:00Z';
    expect(month('2026-11-15T10:29:59.999Z', anchor)[0]).toBe('2026-10-15T10:30:00.000Z');
    expect(month('2026-11-15T10:30:00Z', anchor)[0]).toBe('2026-11-15T10:30:00.000Z');
  });

  it.each([
    ['2027-02-10T00:00:00Z', '2027-01-31T08:00:00.000Z', '2027-02-28T08:00:00.000Z'],
    ['2027-02-28T08:00:00Z', '2027-02-28T08:00:00.000Z', '2027-03-31T08:00:00.000Z'],
    ['2027-04-30T07:59:00Z', '2027-03-31T08:00:00.000Z', '2027-04-30T08:00:00.000Z'],
    ['2028-02-29T09:00:00Z', '2028-02-29T08:00:00.000Z', '2028-03-31T08:00:00.000Z'],
  ])('clamps an anchor on the 31st: %s', (instant, start, end) => {
    expect(month(instant, '2026-01-31T08:00:00Z')).toEqual([start, end]);
  });

  it('counts back before the anchor too', () => {
    expect(month('2025-12-31T08:00:00Z', '2026-01-31T08:00:00Z')[0]).toBe('2025-12-31T08:00:00.000Z');
  });

  it('leaves no gap and no overlap through five years', () => {
    for (const anchor of ['2024-01-29T00:00:00Z', '2024-01-30T12:00:00Z', '2024-01-31T23:59:59Z']) {
      let at = anchor;
      for (let count = 0; count < 60; count += 1) {
        const [start, end] = month(at, anchor);
        expect(start).toBe(new Date(at).toISOString());
        at = end as string;
      }
    }
  });
});
