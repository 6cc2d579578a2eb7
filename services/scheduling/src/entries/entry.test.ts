import { entryStates } from '@reelwright/product';
import fc from 'fast-check';
import { type Configuration, UNSAVED } from '../settings/configuration.ts';
import { NO_SETTINGS } from '../settings/entry-settings.ts';
import {
  type Entry,
  type EntryDifference,
  type EntryDraft,
  type EntryEvent,
  effectsOfCreation,
  planned,
  requestedAtOnce,
  type Transition,
  transition,
} from './entry.ts';

const now = new Date('2026-11-21T12:00:00Z');
const NOVEMBER = new Date('2026-11-01T00:00:00Z');
const DECEMBER = new Date('2026-12-01T00:00:00Z');
const configuration: Configuration = { ...UNSAVED, version: 1, videoType: 'v2' };

const draft: EntryDraft = {
  ...NO_SETTINGS,
  date: '2026-11-25',
  time: '09:00',
  timeZone: 'Europe/Rome',
  publishAt: new Date('2026-11-25T08:00:00Z'),
};
const entry: Entry = { id: 'one', ...planned('ada', draft, NOVEMBER) };
const requested = transition(entry, { type: 'requested', configuration }, now).entry;
const paused = transition(entry, { type: 'paused' }, now).entry;
const missed = transition(entry, { type: 'missed' }, now).entry;
const failed = transition(requested, { type: 'render_failed', variation: 0 }, now).entry;
const committed = transition(requested, { type: 'rendered', variation: 0, allMissed: false }, now).entry;

const skipped = transition(entry, { type: 'skipped' }, now).entry;
const approved = transition(committed, { type: 'approved', variation: 0 }, now).entry;

const SAME: EntryDifference = { moved: false, restyled: false, reworded: false };
const changed = (difference: Partial<EntryDifference>, more: Partial<Extract<EntryEvent, { type: 'changed' }>> = {}) =>
  ({
    type: 'changed',
    to: draft,
    difference: { ...SAME, ...difference },
    quotaMonth: DECEMBER,
    configuration,
    wasRequested: true,
    renderFailed: false,
    ...more,
  }) as const;
const notYet = { wasRequested: false };
const unmade = { renderFailed: true };

/** A transition in one line: state, quota and revision, the lines in the ledger, the events. */
function summaryOf({ before, entry: after, effects }: Transition): string {
  const lines = effects.ledger.map(({ kind, quotaMonth }) => `${kind} ${quotaMonth.getUTCMonth() + 1}`);
  const events = effects.events.map(({ event, payload }) => `${event.name.split('.').at(-1)} r${payload.revision}`);
  const revisions = after.revision - before.revision;
  return [`${after.state} ${after.quotaState} v${after.variation} +${revisions}`, ...lines, ...events].join(', ');
}

describe('an entry after an event', () => {
  test.each<[string, Entry, EntryEvent, string]>([
    [
      'is requested when it falls due',
      entry,
      { type: 'requested', configuration },
      'requested reserved v0 +1, VideoRequested r2',
    ],
    ['is requested once', requested, { type: 'requested', configuration }, 'requested reserved v0 +0'],
    ['is not requested while paused', paused, { type: 'requested', configuration }, 'paused released v0 +0'],
    ['is paused, and its quota released', entry, { type: 'paused' }, 'paused released v0 +1, release 11'],
    ['is not paused once it was requested', requested, { type: 'paused' }, 'requested reserved v0 +0'],
    ['is missed, and its quota released', entry, { type: 'missed' }, 'missed released v0 +1, release 11'],
    ['is not missed once it was requested', requested, { type: 'missed' }, 'requested reserved v0 +0'],
    [
      'is resumed in the month of its time',
      paused,
      { type: 'resumed', quotaMonth: DECEMBER },
      'planned reserved v0 +1, reserve 12',
    ],
    ['is resumed only while paused', missed, { type: 'resumed', quotaMonth: DECEMBER }, 'missed released v0 +0'],
    [
      'is posted now in the month that runs',
      missed,
      { type: 'posted_now', configuration, quotaMonth: DECEMBER },
      'requested reserved v0 +1, reserve 12, VideoRequested r3',
    ],
    [
      'is posted now only when it was missed',
      paused,
      { type: 'posted_now', configuration, quotaMonth: DECEMBER },
      'paused released v0 +0',
    ],
    [
      'is removed and its quota released while it is planned',
      entry,
      { type: 'removed', wasRequested: false },
      'cancelled released v0 +1, release 11',
    ],
    [
      'is removed but counts once it was requested',
      requested,
      { type: 'removed', wasRequested: true },
      'cancelled reserved v0 +1, VideoCancelled r3',
    ],
    ['is removed while paused', paused, { type: 'removed', wasRequested: false }, 'cancelled released v0 +1'],
    [
      'gets another seed while it is planned',
      entry,
      { type: 'regenerated', configuration, renderFailed: false },
      'planned reserved v1 +1',
    ],
    [
      'is requested again',
      committed,
      { type: 'regenerated', configuration, renderFailed: false },
      'requested committed v1 +1, VideoRequested r3',
    ],
    [
      'is requested again and counts again after a failed render',
      failed,
      { type: 'regenerated', configuration, renderFailed: true },
      'requested reserved v1 +1, reserve 11, VideoRequested r3',
    ],
    [
      'is not regenerated while paused',
      paused,
      { type: 'regenerated', configuration, ...unmade },
      'paused released v0 +0',
    ],
    [
      'counts in another month',
      entry,
      { type: 'recounted', quotaMonth: DECEMBER },
      'planned reserved v0 +0, release 11, reserve 12',
    ],
    ['counts in the same month', entry, { type: 'recounted', quotaMonth: NOVEMBER }, 'planned reserved v0 +0'],
    ['counts nowhere while released', paused, { type: 'recounted', quotaMonth: DECEMBER }, 'paused released v0 +0'],
    [
      'counts for good when it is rendered',
      requested,
      { type: 'rendered', variation: 0, allMissed: false },
      'requested committed v0 +0, commit 11',
    ],
    [
      'counts for good once',
      committed,
      { type: 'rendered', variation: 0, allMissed: false },
      'requested committed v0 +0',
    ],
    [
      'does not count by an earlier render',
      { ...requested, variation: 1 },
      { type: 'rendered', variation: 0, allMissed: false },
      'requested reserved v1 +0',
    ],
    [
      'counts again when it is rendered after all',
      failed,
      { type: 'rendered', variation: 0, allMissed: false },
      'requested committed v0 +0, reserve 11, commit 11',
    ],
    [
      'stays released when it is rendered and all of its posts were missed',
      failed,
      { type: 'rendered', variation: 0, allMissed: true },
      'requested released v0 +0',
    ],
    [
      'is released when its render fails',
      requested,
      { type: 'render_failed', variation: 0 },
      'requested released v0 +0, release 11',
    ],
    [
      'is not released by an earlier render that failed',
      { ...requested, variation: 1 },
      { type: 'render_failed', variation: 0 },
      'requested reserved v1 +0',
    ],
    [
      'is not released by a render that failed after an earlier one was made',
      committed,
      { type: 'render_failed', variation: 0 },
      'requested committed v0 +0',
    ],
    [
      'is not released by a failed render once it was removed',
      { ...requested, state: 'cancelled' },
      { type: 'render_failed', variation: 0 },
      'cancelled reserved v0 +0',
    ],
    [
      'is released when its posts were missed',
      committed,
      { type: 'posts_missed' },
      'requested released v0 +0, release 11',
    ],
    [
      'counts again when it is posted after all',
      failed,
      { type: 'posted' },
      'requested committed v0 +0, reserve 11, commit 11',
    ],
    [
      'does not count by a post once it was removed',
      { ...failed, state: 'cancelled' },
      { type: 'posted' },
      'cancelled released v0 +0',
    ],
    [
      'moves into another month while it is planned',
      entry,
      changed({ moved: true }, notYet),
      'planned reserved v0 +1, release 11, reserve 12',
    ],
    ['stays in its month with other words', entry, changed({ reworded: true }, notYet), 'planned reserved v0 +1'],
    ['moves while paused without counting', paused, changed({ moved: true }, notYet), 'paused released v0 +1'],
    [
      'keeps the month it was requested in when it moves',
      requested,
      changed({ moved: true }),
      'requested reserved v0 +1, VideoRescheduled r3',
    ],
    [
      'is rescheduled with other words',
      requested,
      changed({ reworded: true }),
      'requested reserved v0 +1, VideoRescheduled r3',
    ],
    [
      'is made again in another style',
      requested,
      changed({ restyled: true }),
      'requested reserved v1 +2, VideoRequested r4',
    ],
    [
      'is rescheduled, then made again',
      requested,
      changed({ moved: true, restyled: true }),
      'requested reserved v1 +2, VideoRescheduled r3, VideoRequested r4',
    ],
    [
      'is planned again when it moves after its render failed',
      failed,
      changed({ moved: true }, unmade),
      'planned reserved v1 +1, reserve 12, VideoRescheduled r3',
    ],
    [
      'is planned again in another style after its render failed',
      failed,
      changed({ restyled: true }, unmade),
      'planned reserved v1 +1, reserve 12',
    ],
    [
      'stays requested with other words after its render failed',
      failed,
      changed({ reworded: true }, unmade),
      'requested released v0 +1, VideoRescheduled r3',
    ],
  ])('%s', (_name, before, event, expected) => {
    expect(summaryOf(transition(before, event, now))).toBe(expected);
  });

  it('keeps the style and the caption of its request until it is made again', () => {
    const restyled = { ...draft, videoType: 'v5' };
    const kept = transition(requested, changed({ reworded: true }, { to: restyled }), now).entry;
    expect([kept.requestedType, kept.requestedCaption]).toEqual([requested.requestedType, requested.requestedCaption]);
    const remade = transition(requested, changed({ restyled: true }, { to: restyled }), now).entry;
    expect([remade.requestedType, remade.requestedCaption]).not.toEqual([kept.requestedType, kept.requestedCaption]);
  });

  it('is requested for now, and keeps its place on the calendar, when it is posted now', () => {
    const { entry: after, effects } = transition(
      missed,
      { type: 'posted_now', configuration, quotaMonth: DECEMBER },
      now,
    );
    expect(after.publishAt).toEqual(draft.publishAt);
    expect(effects.events).toMatchObject([{ payload: { publishAt: now } }]);
  });

  it('is stored as requested at once, without a zone, when it is not posted', () => {
    const free = requestedAtOnce(planned('ada', { ...draft, publishAt: null }, NOVEMBER), configuration, now);
    expect(free).toMatchObject({ state: 'requested', revision: 1, requestedType: 'v2', requestedAt: now });
    const { ledger, events } = effectsOfCreation({ ...free, id: 'one' }, configuration);
    expect(ledger).toEqual([{ kind: 'reserve', userId: 'ada', videoId: 'one', quotaMonth: NOVEMBER }]);
    expect(events).toMatchObject([{ payload: { videoId: 'one', revision: 1, publishAt: undefined, timeZone: '' } }]);
  });

  it('takes the revision and the style of a request that it lacks, and no older one', () => {
    const [request] = transition({ ...entry, revision: 6 }, { type: 'requested', configuration }, now).effects.events;
    if (request?.event.name !== 'reelwright.scheduling.v1.VideoRequested') throw new Error('not requested');
    const event = { type: 'request_recalled' as const, request: request.payload as never };
    expect(transition(entry, event, now).entry).toMatchObject({ state: 'requested', revision: 7, requestedType: 'v2' });
    const newer = { ...entry, revision: 7 };
    expect(transition(newer, event, now).entry).toBe(newer);
    const removed: Entry = { ...entry, state: 'cancelled' };
    expect(transition(removed, event, now).entry).toBe(removed);
  });
});

describe('an entry after any events', () => {
  const months = fc.constantFrom(NOVEMBER, DECEMBER);
  const flags = fc.record({ moved: fc.boolean(), restyled: fc.boolean(), reworded: fc.boolean() });
  const anEvent: fc.Arbitrary<EntryEvent> = fc.oneof(
    fc
      .record({ difference: flags, quotaMonth: months, wasRequested: fc.boolean(), renderFailed: fc.boolean() })
      .map((fields): EntryEvent => ({ type: 'changed', to: draft, configuration, ...fields })),
    fc.boolean().map((wasRequested): EntryEvent => ({ type: 'removed', wasRequested })),
    fc.constantFrom<EntryEvent>(
      { type: 'requested', configuration },
      { type: 'paused' },
      { type: 'missed' },
      { type: 'posted' },
      { type: 'posts_missed' },
    ),
    months.map((quotaMonth): EntryEvent => ({ type: 'resumed', quotaMonth })),
    months.map((quotaMonth): EntryEvent => ({ type: 'recounted', quotaMonth })),
    months.map((quotaMonth): EntryEvent => ({ type: 'posted_now', configuration, quotaMonth })),
    fc.boolean().map((renderFailed): EntryEvent => ({ type: 'regenerated', configuration, renderFailed })),
    fc
      .tuple(fc.nat(3), fc.boolean())
      .map(([variation, allMissed]): EntryEvent => ({ type: 'rendered', variation, allMissed })),
    fc.nat(3).map((variation): EntryEvent => ({ type: 'render_failed', variation })),
  );

  it('holds in the ledger what its quota says, in the month it counts in and no other', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 20 }), (all) => {
        const sums = new Map([[NOVEMBER.getTime(), 1]]);
        let current = entry;
        for (const event of all) {
          const { entry: after, effects } = transition(current, event, now);
          for (const { kind, quotaMonth } of effects.ledger) {
            const by = { reserve: 1, commit: 0, release: -1 }[kind];
            sums.set(quotaMonth.getTime(), (sums.get(quotaMonth.getTime()) ?? 0) + by);
          }
          current = after;
          const held = current.quotaState === 'released' ? 0 : 1;
          for (const month of [NOVEMBER, DECEMBER]) {
            const isIts = month.getTime() === current.quotaMonth.getTime();
            expect([month, sums.get(month.getTime()) ?? 0]).toEqual([month, isIts ? held : 0]);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('grows its revision with every difference but that of its quota, and with every event it publishes', () => {
    fc.assert(
      fc.property(fc.array(anEvent, { maxLength: 20 }), (all) => {
        let current = entry;
        for (const event of all) {
          const { entry: after, effects } = transition(current, event, now);
          const published = effects.events.map(({ payload }) => payload.revision);
          expect(published).toEqual(published.filter((revision) => revision > current.revision));
          if (published.length > 0) expect(published.at(-1)).toBe(after.revision);
          const quota = { quotaMonth: current.quotaMonth, quotaState: current.quotaState };
          if (after.revision === current.revision) expect({ ...after, ...quota }).toEqual(current);
          current = after;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('stays removed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...entryStates), anEvent, (state, event) => {
        const removed = transition({ ...entry, state }, { type: 'removed', wasRequested: true }, now).entry;
        expect(transition(removed, event, now).entry.state).toBe('cancelled');
      }),
    );
  });
});

describe('an entry that its owner skips', () => {
  test.each<[string, Entry, EntryEvent, string]>([
    ['is not made', entry, { type: 'skipped' }, 'paused released v0 +1, release 11'],
    [
      'counts if its video was requested',
      committed,
      { type: 'skipped' },
      'requested committed v0 +1, VideoRescheduled r3',
    ],
    ['is skipped once', skipped, { type: 'skipped' }, 'paused released v0 +0'],
    ['can be one without room in the plan', paused, { type: 'skipped' }, 'paused released v0 +1'],
    ['is not one that was missed', missed, { type: 'skipped' }, 'missed released v0 +0'],
    ['waits for room after that', skipped, { type: 'unskipped' }, 'paused released v0 +1'],
    ['stays skipped at another time', skipped, changed({ moved: true }, notYet), 'paused released v0 +1'],
  ])('%s', (_name, before, event, summary) => {
    expect(summaryOf(transition(before, event, now))).toBe(summary);
  });

  it('is not planned again with another time after its render failed', () => {
    const { entry: skippedNow } = transition(failed, { type: 'skipped' }, now);
    const { entry: movedEntry } = transition(skippedNow, changed({ moved: true }, unmade), now);
    expect(movedEntry).toMatchObject({ state: 'paused', quotaState: 'released', skipped: true });
  });
});

describe('the approval of a video', () => {
  it('is of one variation, and announced', () => {
    const { effects, entry: after } = transition(committed, { type: 'approved', variation: 0 }, now);
    expect(after.approvedVariation).toBe(0);
    expect(effects.events.map(({ payload }) => payload)).toMatchObject([
      { review: { skipped: false, approvedVariation: 0 } },
    ]);
  });

  it('is given once', () => {
    expect(transition(approved, { type: 'approved', variation: 0 }, now).entry).toBe(approved);
  });

  it('ends with another caption, and stays with another time', () => {
    expect(transition(approved, changed({ reworded: true }), now).entry.approvedVariation).toBeNull();
    expect(transition(approved, changed({ moved: true }), now).entry.approvedVariation).toBe(0);
  });

  it('is not that of a video that is made again', () => {
    const { entry: again } = transition(approved, changed({ restyled: true }), now);
    expect([again.approvedVariation, again.variation]).toEqual([0, 1]);
  });
});
