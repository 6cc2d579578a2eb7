import { describe, expect, test } from '@jest/globals';
import { configuration, savedEntry } from '../../../test/people.ts';
import { settingsOf } from '../../lib/entry-choice.ts';
import { emptyDraft, entriesOf, releasedBy, toInput } from './draft.ts';

const own = 'Europe/Rome';
const saved = configuration({
  saved: true,
  version: 3,
  timeZone: 'Europe/Rome',
  scheduledDates: [savedEntry('a', '2026-11-24', '09:00'), savedEntry('b', '2026-11-26', '18:00')],
});
const choice = settingsOf(null);
const added = { ...choice, key: 'new-1', date: '2026-11-25', time: '12:00' };

describe('a draft', () => {
  test('is numbered in order of time, with new entries among the saved ones', () => {
    const entries = entriesOf(saved, { ...emptyDraft, added: [added] }, own);
    expect(entries.map(({ index, key, saved: kept }) => [index, key, kept])).toEqual([
      [1, 'a', true],
      [2, 'new-1', false],
      [3, 'b', true],
    ]);
  });

  test('is applied to a newer version of the configuration without losing anything', () => {
    const draft = { ...emptyDraft, notes: 'typed', added: [added], removed: ['a'] };
    const newer = {
      ...saved,
      version: 4,
      scheduledDates: [...saved.scheduledDates, savedEntry('c', '2026-12-01', '09:00')],
    };
    expect(entriesOf(newer, draft, own).map(({ key }) => key)).toEqual(['new-1', 'b', 'c']);
    expect(toInput(newer, draft, own, false)).toMatchObject({ version: 4, notes: 'typed' });
  });

  test('is saved as a difference: unchanged entries by id, date and time only', () => {
    const moved = { ...choice, date: '2026-11-27', time: '10:00' };
    const input = toInput(saved, { ...emptyDraft, added: [added], changed: { b: moved } }, own, false);
    expect(input.scheduledDates).toEqual([
      { id: 'a', date: '2026-11-24', time: '09:00' },
      { id: 'b', date: '2026-11-27', time: '10:00' },
      { date: '2026-11-25', time: '12:00' },
    ]);
    expect(input).not.toHaveProperty('timeZone');
  });

  test('sends the texts of single platforms only where they changed', () => {
    const captions = { youtube: 'Y', tiktok: 'T' };
    const entry = { ...savedEntry('a', '2026-11-24', '09:00'), captions };
    const changedTo = (to: typeof captions | { tiktok: string } | null) => {
      const changed = { a: { ...choice, captions: to, date: '2026-11-24', time: '09:00' } };
      return toInput({ ...saved, scheduledDates: [entry] }, { ...emptyDraft, changed }, own, false).scheduledDates?.[0];
    };
    expect(changedTo({ tiktok: 'T', youtube: 'Y' })).not.toHaveProperty('captions');
    expect(changedTo({ tiktok: 'T' })).toMatchObject({ captions: { tiktok: 'T' } });
    expect(changedTo(null)).toMatchObject({ captions: null });
  });

  test('knows the requested texts of an entry until it is changed, and its requested style until that is', () => {
    const requested = { videoType: 'v4', captions: { tiktok: 'T', youtube: 'Y', facebook: 'F', instagram: 'I' } };
    const entry = { ...savedEntry('a', '2026-11-24', '09:00'), requested };
    const requestedAfter = (change: object | null) => {
      const changed = change ? { a: { ...choice, date: '2026-11-24', time: '09:00', ...change } } : {};
      return entriesOf({ ...saved, scheduledDates: [entry] }, { ...emptyDraft, changed }, own)[0]?.requested;
    };
    expect(requestedAfter(null)).toEqual(requested);
    expect(requestedAfter({ title: 'Ours' })).toEqual({ videoType: 'v4', captions: null });
    expect(requestedAfter({ videoType: 'v5' })).toBeNull();
  });

  test('of a free plan sends no schedule', () => {
    expect(toInput(saved, { ...emptyDraft, added: [added] }, own, true).scheduledDates).toEqual([]);
  });

  test('sends the zone only with the first save and after the user switched it', () => {
    expect(toInput(configuration(), emptyDraft, own, false).timeZone).toBe('Europe/Rome');
    expect(toInput(saved, emptyDraft, 'America/New_York', false)).not.toHaveProperty('timeZone');
    expect(toInput(saved, { ...emptyDraft, timeZone: 'America/New_York' }, own, false).timeZone).toBe(
      'America/New_York',
    );
  });

  test('shows saved entries at the same instant after a switch of zone', () => {
    const entries = entriesOf(saved, { ...emptyDraft, timeZone: 'America/New_York' }, own);
    expect(entries[0]).toMatchObject({ date: '2026-11-24', time: '03:00', saved: true });
  });

  test('removes an entry’s own setting by sending null', () => {
    const styled = {
      ...saved,
      scheduledDates: [{ ...savedEntry('a', '2026-11-24', '09:00'), videoType: 'v4', caption: 'Hi' }],
    };
    const draft = { ...emptyDraft, changed: { a: { ...choice, caption: 'Hi', date: '2026-11-24', time: '09:00' } } };
    expect(toInput(styled, draft, own, false).scheduledDates).toEqual([
      { id: 'a', date: '2026-11-24', time: '09:00', videoType: null },
    ]);
  });

  test('sends a title alone, and keeps it until then', () => {
    const draft = { ...emptyDraft, changed: { a: { ...choice, title: 'Ours', date: '2026-11-24', time: '09:00' } } };
    expect(entriesOf(saved, draft, own)[0]).toMatchObject({ title: 'Ours', saved: true });
    expect(toInput(saved, draft, own, false).scheduledDates?.[0]).toEqual({
      id: 'a',
      date: '2026-11-24',
      time: '09:00',
      title: 'Ours',
    });
  });

  test('cannot change an entry without the action `edit`', () => {
    const locked = { ...saved, scheduledDates: [savedEntry('a', '2026-11-24', '09:00', 'going_out')] };
    const draft = { ...emptyDraft, changed: { a: { ...choice, date: '2026-11-30', time: '09:00' } } };
    expect(entriesOf(locked, draft, own)[0]).toMatchObject({ key: 'a', date: '2026-11-24', saved: true });
    expect(toInput(locked, draft, own, false).scheduledDates).toEqual([{ id: 'a', date: '2026-11-24', time: '09:00' }]);
  });

  test('returns the instants of entries that it moves or removes', () => {
    const draft = { ...emptyDraft, removed: ['a'], changed: { b: { ...choice, date: '2026-12-10', time: '18:00' } } };
    expect(releasedBy(saved, draft, own).map((instant) => new Date(instant).toISOString())).toEqual([
      '2026-11-24T08:00:00.000Z',
      '2026-11-26T17:00:00.000Z',
    ]);
  });
});
