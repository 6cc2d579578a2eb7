import fc from 'fast-check';
import { isLocked } from '../calendar/slot-rules.ts';
import { instantOf } from '../calendar/wall-time.ts';
import type { CalendarEntry } from '../entries/calendar-entry.ts';
import { effectsOfCreation, planned, transition } from '../entries/entry.ts';
import { billingMonthOf } from '../plans/billing-month.ts';
import { UNSAVED } from '../settings/configuration.ts';
import { NO_SETTINGS } from '../settings/entry-settings.ts';
import { diffSave, type SaveDiff, type WantedEntry } from './save-diff.ts';

const ROME = 'Europe/Rome';
const now = new Date('2026-11-21T09:00:30Z'); // 10:00:30 in Rome

const entry = (id: string, date: string, time: string, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  id,
  userId: 'ada',
  date,
  time,
  timeZone: ROME,
  publishAt: instantOf({ date, time }, more.timeZone ?? ROME),
  state: 'planned',
  revision: 1,
  variation: 0,
  ...NO_SETTINGS,
  quotaMonth: new Date('2026-11-01T00:00:00Z'),
  quotaState: 'reserved',
  requestedAt: null,
  requestedType: null,
  requestedCaption: null,
  requestedCaptions: null,
  skipped: false,
  approvedVariation: null,
  wasRequested: false,
  renderFailed: false,
  ...more,
});
const diff = (existing: CalendarEntry[], wanted: WantedEntry[], timeZone = ROME) =>
  diffSave({ existing, wanted, shownIn: ROME, timeZone, now });
const codeOf = (run: () => unknown) => {
  try {
    run();
    return 'OK';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('diffSave', () => {
  it('leaves entries unchanged that keep their date and time, whatever the zone of the save', () => {
    const a = entry('a', '2026-11-25', '09:00');
    for (const zone of [ROME, 'America/New_York', 'Asia/Tokyo']) {
      const result = diff([a], [{ id: 'a', date: '2026-11-25', time: '09:00' }], zone);
      expect(result).toEqual({ creations: [], changes: [], removals: [], unchanged: [a] });
    }
  });

  it('leaves an entry unchanged that is named by its instant in another zone', () => {
    const a = entry('a', '2026-11-25', '09:00');
    const wanted = [{ id: 'a', date: '2026-11-25', time: '03:00' }];
    expect(diff([a], wanted, 'America/New_York').unchanged).toEqual([a]);
  });

  it('leaves an entry of another zone unchanged that is named as it was shown', () => {
    const a = entry('a', '2026-11-25', '09:00');
    for (const id of [{ id: 'a' }, {}]) {
      const wanted = [{ ...id, date: '2026-11-25', time: '03:00' }];
      const input = { existing: [a], wanted, shownIn: 'America/New_York', timeZone: 'America/New_York', now };
      expect(diffSave(input)).toEqual({ creations: [], changes: [], removals: [], unchanged: [a] });
      const [moved] = diffSave({ ...input, wanted: [{ id: 'a', date: '2026-11-25', time: '09:00' }] }).changes;
      expect(moved?.to.publishAt).toEqual(new Date('2026-11-25T14:00:00Z'));
    }
  });

  it('moves by id, and keeps settings that are not named', () => {
    const a = entry('a', '2026-11-25', '09:00', { caption: 'mine', platforms: ['youtube'] });
    const [change] = diff([a], [{ id: 'a', date: '2026-11-26', time: '10:00' }]).changes;
    expect(change).toMatchObject({
      difference: { moved: true, reworded: false, restyled: false },
      to: { date: '2026-11-26', time: '10:00', caption: 'mine', platforms: ['youtube'] },
    });
  });

  it('prefers the id to the date and time', () => {
    const a = entry('a', '2026-11-25', '09:00');
    const b = entry('b', '2026-11-26', '09:00');
    const result = diff(
      [a, b],
      [
        { date: '2026-11-26', time: '09:00' },
        { id: 'b', date: '2026-11-25', time: '09:00' },
      ],
    );
    expect(result.removals).toEqual([a]);
    expect(result.changes.map((change) => change.entry)).toEqual([b]);
    expect(result.creations).toHaveLength(1);
  });

  it('refuses two wall times of one instant: 22:00 is skipped on Easter Island that night', () => {
    const wanted = ['22:00', '23:00'].map((time) => ({ date: '2027-09-04', time }));
    expect(codeOf(() => diff([], wanted, 'Pacific/Easter'))).toBe('SLOT_TAKEN');
  });

  it('refuses an unknown id and a repeated id', () => {
    const a = entry('a', '2026-11-25', '09:00');
    expect(codeOf(() => diff([a], [{ id: 'x', date: '2026-11-25', time: '09:00' }]))).toBe('CONFIGURATION_STALE');
    const twice = ['10:00', '11:00'].map((time) => ({ id: 'a', date: '2026-11-25', time }));
    expect(codeOf(() => diff([a], twice))).toBe('SLOT_TAKEN');
  });

  it('keeps past entries that are not named, and refuses to move them', () => {
    const past = entry('p', '2026-11-20', '09:00', { state: 'requested', quotaState: 'committed' });
    expect(diff([past], []).unchanged).toEqual([past]);
    expect(codeOf(() => diff([past], [{ id: 'p', date: '2026-11-28', time: '09:00' }]))).toBe('SLOT_LOCKED');
  });
});

describe('for any calendar and any save', () => {
  const wallFrom = (firstDay: number) =>
    fc.record({
      date: fc.integer({ min: firstDay, max: 27 }).map((day) => `2026-11-${day}`),
      time: fc.integer({ min: 6, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:00`),
    });
  const calendar = fc
    .uniqueArray(wallFrom(20), { selector: ({ date, time }) => `${date} ${time}`, maxLength: 10 })
    .chain((walls) =>
      fc.tuple(
        ...walls.map(({ date, time }, index) =>
          fc
            .constantFrom('planned' as const, 'requested' as const, 'paused' as const)
            .map((state) =>
              entry(`e${index}`, date, time, { state, quotaState: state === 'paused' ? 'released' : 'reserved' }),
            ),
        ),
      ),
    );
  const save = calendar.chain((existing) =>
    fc.record({
      existing: fc.constant(existing as CalendarEntry[]),
      wanted: fc.array(
        fc

          .tuple(wallFrom(22), fc.option(fc.constantFrom(...existing.map(({ id }) => id), 'nobody')))
          .map(([at, id]): WantedEntry => (id === null ? at : { ...at, id })),
        { maxLength: 10 },
      ),
    }),
  );

  const outcome = (existing: CalendarEntry[], wanted: WantedEntry[]): SaveDiff | undefined => {
    try {
      return diff(existing, wanted);
    } catch (error) {
      expect((error as { code?: string }).code).toMatch(/^(SLOT_|CONFIGURATION_STALE)/);
      return undefined;
    }
  };

  it('every entry is exactly one of changed, removed and unchanged; no two share an instant; no locked one moves', () => {
    fc.assert(
      fc.property(save, ({ existing, wanted }) => {
        const result = outcome(existing, wanted);
        if (!result) return;
        const accounted = [...result.unchanged, ...result.removals, ...result.changes.map((change) => change.entry)];
        expect(accounted.map(({ id }) => id).sort()).toEqual(existing.map(({ id }) => id).sort());
        expect(result.creations.length + result.changes.length).toBeLessThanOrEqual(wanted.length);
        const after = [...result.unchanged, ...result.changes.map(({ to }) => to), ...result.creations];
        expect(new Set(after.map(({ publishAt }) => publishAt.getTime())).size).toBe(after.length);
        const touched = [...result.removals, ...result.changes.map((change) => change.entry)];
        expect(touched.filter(({ publishAt }) => isLocked(publishAt, now))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('saving its outcome again changes nothing', () => {
    fc.assert(
      fc.property(save, ({ existing, wanted }) => {
        const result = outcome(existing, wanted);
        if (!result) return;
        const after = [
          ...result.unchanged,
          ...result.changes.map(({ entry: before, to }) => ({ ...before, ...to })),
          ...result.creations.map((to, index) => entry(`new${index}`, to.date, to.time)),
        ];
        const again = diff(
          after,
          after.map(({ id, date, time }) => ({ id, date, time })),
        );
        expect([again.creations, again.changes, again.removals]).toEqual([[], [], []]);
      }),
      { numRuns: 300 },
    );
  });

  it('reserves quota for what it adds, and releases that of removed planned entries', () => {
    const monthAnchor = new Date('2026-11-01T00:00:00Z');
    const plan = { tier: 'starter' as const, videosPerMonth: 8, monthAnchor, next: null };
    fc.assert(
      fc.property(save, ({ existing, wanted }) => {
        const result = outcome(existing, wanted);
        if (!result) return;
        const lines = [
          ...result.removals.map((entry) => transition(entry, { type: 'removed', wasRequested: false }, now).effects),
          ...result.changes.map(({ entry, to, difference }) => {
            const { wasRequested, renderFailed } = entry;
            const quotaMonth = billingMonthOf(to.publishAt, plan).start;
            const change = { to, difference, quotaMonth, configuration: UNSAVED, wasRequested, renderFailed };
            return transition(entry, { type: 'changed', ...change }, now).effects;
          }),
          ...result.creations.map((draft, index) => {
            const created = planned('ada', draft, billingMonthOf(draft.publishAt, plan).start);
            return effectsOfCreation({ ...created, id: `new${index}` }, UNSAVED);
          }),
        ].flatMap(({ ledger }) => ledger);
        const taken = lines.reduce((sum, { kind }) => sum + (kind === 'reserve' ? 1 : -1), 0);
        const givenBack = result.removals.filter(({ state }) => state === 'planned').length;
        expect(taken).toBe(result.creations.length - givenBack);
      }),
      { numRuns: 300 },
    );
  });
});
