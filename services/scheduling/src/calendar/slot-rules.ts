import { AppError } from '@reelwright/errors';
import { monthsAhead } from '@reelwright/product';
import { formatDay, formatSlot } from './format-date.ts';
import { addMonths, instantOf, isDate, nextDate, type WallTime, wallTimeOf } from './wall-time.ts';

const MINUTE_MS = 60_000;
const FIRST_HOUR = 6;
const LAST_HOUR = 23;
/** A video takes minutes to make; nothing can go out sooner than this. */
const LEAD_MS = 30 * MINUTE_MS;
/** How long before its time an entry can no longer be changed. */
const LOCK_MS = MINUTE_MS;
/** A video that is later than this is missed; up to this it is still made and posted. */
export const MISSED_AFTER_MS = 6 * 60 * MINUTE_MS;

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const SLOTS = new Set(Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, index) => clock(FIRST_HOUR + index)));

/**
 * The instant of a slot that may be chosen: an existing day, a full hour from 06:00 to 23:00, at least 30 minutes and
 * at most 24 months ahead.
 * @throws AppError VALIDATION_FAILED, SLOT_IN_PAST, SLOT_TOO_SOON, SLOT_TOO_FAR
 */
export function requireSlot(wall: WallTime, timeZone: string, now: Date): Date {
  if (!isDate(wall.date)) throw invalid('Choose a day of the calendar, written like 2026-11-21.');
  if (!SLOTS.has(wall.time)) throw invalid('Choose a full hour from 06:00 to 23:00.');
  const instant = instantOf(wall, timeZone);
  if (instant.getTime() <= now.getTime()) {
    throw new AppError('INVALID_ARGUMENT', 'SLOT_IN_PAST', `${formatSlot(wall)} has passed. Choose a later time.`);
  }
  if (instant.getTime() < now.getTime() + LEAD_MS) {
    const earliest = earliestSlot(timeZone, now);
    const day = earliest.date === wall.date ? '' : ` on ${formatDay(earliest.date)}`;
    throw new AppError('INVALID_ARGUMENT', 'SLOT_TOO_SOON', `The earliest time now is ${earliest.time}${day}.`);
  }
  const last = addMonths(wallTimeOf(now, timeZone).date, monthsAhead);
  if (wall.date > last) {
    const message = `Videos can be planned up to ${monthsAhead} months ahead. The last day is ${formatDay(last)}.`;
    throw new AppError('INVALID_ARGUMENT', 'SLOT_TOO_FAR', message);
  }
  return instant;
}

/** The first slot that may be chosen now. */
export function earliestSlot(timeZone: string, now: Date): WallTime {
  const from = now.getTime() + LEAD_MS;
  let { date } = wallTimeOf(now, timeZone);
  for (;;) {
    for (const time of SLOTS) if (instantOf({ date, time }, timeZone).getTime() >= from) return { date, time };
    date = nextDate(date);
  }
}

/** Whether an entry is going out or past, so that it can't be moved, changed or removed. */
export function isLocked(publishAt: Date, now: Date): boolean {
  return publishAt.getTime() - LOCK_MS <= now.getTime();
}

/** The refusal of a change to a locked entry. */
export function slotLocked(at: WallTime): AppError {
  const message = `The video of ${formatSlot(at)} is going out and can no longer be changed.`;
  return new AppError('INVALID_ARGUMENT', 'SLOT_LOCKED', message);
}

function invalid(message: string): AppError {
  return new AppError('INVALID_ARGUMENT', 'VALIDATION_FAILED', message);
}
