import { planNamed } from './catalogue.ts';
import { bought, cancelled, NOTHING, paid, periodOver, planned, upgraded } from './held.ts';
import { isoOf, nextAnniversary, nextCalendarMonth, plusMonths, secondsOf } from './months.ts';

const at = (text: string) => secondsOf(`${text}T09:00:00Z`);
const [starter, elite, year] = [planNamed('starter monthly'), planNamed('elite monthly'), planNamed('starter annual')];

describe('months counted from an anchor', () => {
  it('end on the last day of a shorter month, and on the anchor’s day afterwards', () => {
    const ends = [1, 2, 3, 4].map((count) => isoOf(plusMonths(at('2027-12-31'), count)).slice(0, 10));
    expect(ends).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30']);
  });

  it('end on 28 February in a year without the 29th', () => {
    expect(isoOf(plusMonths(at('2028-02-29'), 12))).toBe('2029-02-28T09:00:00');
    expect(isoOf(nextAnniversary(at('2028-02-29'), at('2029-02-28')))).toBe('2029-03-29T09:00:00');
  });

  it('begin on the first, UTC, on the free plan', () => {
    expect(isoOf(nextCalendarMonth(at('2027-12-31')))).toBe('2028-01-01T00:00:00');
  });
});

describe('the plan a person should have', () => {
  const begun = bought(NOTHING, starter, at('2027-11-01'));

  it('is charged for the rest of the period on an upgrade, less the unused part, and keeps its period', () => {
    const halfway = (begun.from + begun.until) / 2;
    const after = upgraded(cancelled(begun), elite, halfway);
    expect(after).toMatchObject({ status: 'active', ends: false, from: begun.from, until: begun.until });
    expect(after.charged).toBe(33_90 + 39_95 - 16_95);
  });

  it('begins a new period when the interval changes, and keeps its billing month', () => {
    const after = upgraded(begun, year, begun.from);
    expect(after).toMatchObject({ anchor: begun.anchor, charged: 12 * 28_90, credit: 0 });
    expect(isoOf(after.until)).toBe('2028-11-01T09:00:00');
  });

  it('gets credit for an unused year, which pays the next invoices', () => {
    const annual = bought(NOTHING, planNamed('starter annual'), at('2027-11-01'));
    const after = upgraded(annual, planNamed('pro monthly'), annual.from);
    expect(after).toMatchObject({ charged: 346_80, credit: 346_80 - 49_90 });
    expect(periodOver(after, 'pays')).toMatchObject({ charged: 346_80, credit: 346_80 - 2 * 49_90 });
  });

  it('continues with the smaller plan when the period is over', () => {
    const after = periodOver(planned(bought(NOTHING, elite, at('2028-01-31')), starter), 'pays');
    expect(after).toMatchObject({ plan: starter, status: 'active', next: undefined, charged: 79_90 + 33_90 });
    expect([after.from, after.until].map(isoOf)).toEqual(['2028-02-29T09:00:00', '2028-03-31T09:00:00']);
  });

  it('is free after a cancelled period, and overdue after one that was not paid', () => {
    expect(periodOver(cancelled(begun), 'pays')).toMatchObject({ status: 'free', charged: 33_90 });
    const owing = periodOver(begun, 'refuses');
    expect(owing).toMatchObject({ status: 'overdue', charged: 33_90 });
    expect(paid(owing)).toMatchObject({ status: 'active', charged: 67_80 });
    expect(paid(cancelled(owing))).toMatchObject({ status: 'cancelling', charged: 67_80 });
  });
});
