import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  addDays,
  addMonths,
  addMonthsToDate,
  dateIn,
  daysIn,
  type Month,
  monthOf,
  sameMonth,
  weekdayOf,
  weeksOf,
} from '../lib/calendar-month.ts';
import { formatMonth, weekdayNames } from '../lib/format-date.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

interface Props {
  month: Month;
  /** The first day that can be picked. It has a ring, and days before it are disabled. */
  today: string;
  onMonthChange: (month: Month) => void;
  onPick: (date: string) => void;
  /** The accessible name of a day's button. */
  nameOf: (date: string) => string;
  renderDay: (date: string) => ReactNode;
  /** Shown in the header, before the month buttons. */
  actions?: ReactNode;
}

/** A month as a table with one tab stop. Arrow keys, Home, End, PageUp and PageDown move; Enter picks a day. */
export function MonthGrid({ month, today, onMonthChange, onPick, nameOf, renderDay, actions }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const [focusDate, setFocusDate] = useState(today);
  const [moving, setMoving] = useState(false);
  const stop = tabStop(focusDate, month, today);

  useEffect(() => {
    if (!moving) return;
    table.current?.querySelector<HTMLElement>(`[data-date="${stop}"]`)?.focus();
    setMoving(false);
  }, [moving, stop]);

  const moveTo = (date: string) => {
    const target = date < today ? today : date;
    setFocusDate(target);
    setMoving(true);
    if (!sameMonth(monthOf(target), month)) onMonthChange(monthOf(target));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, date: string) => {
    const target = targetOf(event.key, date);
    if (!target) return;
    event.preventDefault();
    moveTo(target);
  };

  const title = formatMonth(month.year, month.month);
  return (
    <div>
      <div className="month-head">
        <h3 aria-live="polite">{title}</h3>
        {actions}
        <Button square aria-label="Previous month" onClick={() => onMonthChange(addMonths(month, -1))}>
          <Icon name="left" />
        </Button>
        <Button square aria-label="Next month" onClick={() => onMonthChange(addMonths(month, 1))}>
          <Icon name="right" />
        </Button>
      </div>
      <table ref={table} className="month" aria-label={title}>
        <thead>
          <tr>
            {weekdayNames().map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((date) => date !== null)}>
              {week.map((date, weekday) =>
                date === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is identified by its weekday
                  <td key={weekday} className="outside" />
                ) : (
                  <td key={date} className={classNames(date < today && 'past', date === today && 'today')}>
                    <button
                      type="button"
                      className="day"
                      data-date={date}
                      tabIndex={date === stop ? 0 : -1}
                      disabled={date < today}
                      aria-label={nameOf(date)}
                      aria-current={date === today ? 'date' : undefined}
                      onFocus={() => setFocusDate(date)}
                      onKeyDown={(event) => onKeyDown(event, date)}
                      onClick={() => onPick(date)}
                    >
                      <span>{Number(date.slice(8))}</span>
                      {date < today ? null : <Icon name="plus" />}
                    </button>
                    {renderDay(date)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function targetOf(key: string, date: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -weekdayOf(date));
    case 'End':
      return addDays(date, 6 - weekdayOf(date));
    case 'PageUp':
      return addMonthsToDate(date, -1);
    case 'PageDown':
      return addMonthsToDate(date, 1);
    default:
      return null;
  }
}

/** The one day of the shown month that Tab reaches; null in a past month. */
function tabStop(wanted: string, month: Month, today: string): string | null {
  if (sameMonth(monthOf(wanted), month) && wanted >= today) return wanted;
  if (sameMonth(monthOf(today), month)) return today;
  const first = dateIn(month, 1);
  return dateIn(month, daysIn(month)) < today ? null : first;
}
