import { earliestSlot, isLocked, requireSlot } from './slot-rules.ts';

const now = new Date('2026-11-21T13:40:00Z'); // 14:40 in Rome
const slot = (date: string, time: string, zone = 'Europe/Rome') => requireSlot({ date, time }, zone, now);
const refusal = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return { code: (error as { code: string }).code, message: (error as Error).message };
  }
  return undefined;
};

describe('a slot', () => {
  it('is a full hour from 06:00 to 23:00 on a real day', () => {
    expect(slot('2026-11-22', '06:00').toISOString()).toBe('2026-11-22T05:00:00.000Z');
    expect(slot('2026-11-22', '23:00').toISOString()).toBe('2026-11-22T22:00:00.000Z');
    for (const time of ['05:00', '09:30', '24:00', '9:00', '']) {
      expect(refusal(() => slot('2026-11-22', time))?.code).toBe('VALIDATION_FAILED');
    }
    expect(refusal(() => slot('2026-02-30', '09:00'))?.code).toBe('VALIDATION_FAILED');
  });

  it('can not be in the past', () => {
    expect(refusal(() => slot('2026-11-21', '14:00'))).toEqual({
      code: 'SLOT_IN_PAST',
      message: 'November 21, 2026 at 14:00 has passed. Choose a later time.',
    });
    expect(refusal(() => slot('2026-11-20', '09:00'))?.code).toBe('SLOT_IN_PAST');
  });

  it('is at least 30 minutes ahead, and the refusal names the earliest one', () => {
    expect(refusal(() => slot('2026-11-21', '15:00'))).toEqual({
      code: 'SLOT_TOO_SOON',
      message: 'The earliest time now is 16:00.',
    });
    expect(slot('2026-11-21', '16:00').toISOString()).toBe('2026-11-21T15:00:00.000Z');
  });

  it('is at most 24 months ahead, and the refusal names the last day', () => {
    expect(slot('2028-11-21', '23:00').toISOString()).toBe('2028-11-21T22:00:00.000Z');
    for (const date of ['2028-11-22', '9999-12-31']) {
      expect(refusal(() => slot(date, '06:00'))).toEqual({
        code: 'SLOT_TOO_FAR',
        message: 'Videos can be planned up to 24 months ahead. The last day is November 21, 2028.',
      });
    }
    const leapDay = new Date('2028-02-29T12:00:00Z');
    expect(requireSlot({ date: '2030-02-28', time: '09:00' }, 'UTC', leapDay)).toEqual(
      new Date('2030-02-28T09:00:00Z'),
    );
    expect(refusal(() => requireSlot({ date: '2030-03-01', time: '09:00' }, 'UTC', leapDay))?.code).toBe(
      'SLOT_TOO_FAR',
    );
  });

  it('is tomorrow morning when no slot of today is left', () => {
    const late = new Date('2026-11-21T21:45:00Z'); // 22:45 in Rome
    expect(earliestSlot('Europe/Rome', late)).toEqual({ date: '2026-11-22', time: '06:00' });
    expect(refusal(() => requireSlot({ date: '2026-11-21', time: '23:00' }, 'Europe/Rome', late))?.message).toBe(
      'The earliest time now is 06:00 on November 22, 2026.',
    );
  });
});

describe('an entry', () => {
  it('is locked from 60 seconds before its time', () => {
    const publishAt = new Date('2026-11-21T15:00:00Z');
    expect(isLocked(publishAt, new Date('2026-11-21T14:58:59.999Z'))).toBe(false);
    expect(isLocked(publishAt, new Date('2026-11-21T14:59:00Z'))).toBe(true);
    expect(isLocked(publishAt, new Date('2026-11-21T15:00:01Z'))).toBe(true);
  });
});
