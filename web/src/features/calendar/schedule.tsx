import type { Maker, Platform } from '@reelwright/product';
import { useState } from 'react';
import { type Month, monthOf, sameMonth } from '../../lib/calendar-month.ts';
import type { EntryChoice } from '../../lib/entry-choice.ts';
import { formatDay, formatWallDay } from '../../lib/format-date.ts';
import { useServerNow } from '../../lib/use-server-now.ts';
import { instantOf, wallTimeAt } from '../../lib/zoned-time.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MonthGrid } from '../../ui/month-grid.tsx';
import { Pip, type PipState, Pips, pipWidth } from '../../ui/pips.tsx';
import { AgendaRow } from './agenda-row.tsx';
import { DayDialog, isMonthNarrow } from './day-dialog.tsx';
import { type CalendarEntry, isOpen, isOver, type PlanEnd } from './entry.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryPill } from './entry-pill.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { countableOf, hasRoom } from './limits.ts';

export interface ScheduleProps {
  entries: readonly CalendarEntry[];
  /** The instants of saved entries that the draft removes or moves. */
  released: readonly number[];
  zone: string;
  /** The browser's zone if it differs. The user may switch to it; it is never applied automatically. */
  otherZone: string | null;
  onSwitchZone: () => void;
  /** The style of entries without one of their own. */
  videoType: string;
  /** The brand that suggested texts name. */
  brand: Maker;
  advanced: boolean;
  /** The platforms that can be used here. */
  available: readonly Platform[];
  /** Null until it is known. */
  connected: readonly Platform[] | null;
  videosPerMonth: number;
  usedThisMonth: number;
  usageResetsAt: string | null;
  usagePips: PipState[];
  /** The videos that the draft adds to this month. */
  drafted: number;
  onAdd: (choice: EntryChoice) => void;
  onChange: (key: string, choice: EntryChoice) => void;
  onRemove: (keys: readonly string[]) => void;
  /** The end of a cancelled plan; null if it is not cancelled. */
  planEnd: PlanEnd | null;
  /** Null in the largest plan. */
  onUpgrade: (() => void) | null;
}

type OpenDialog =
  | { kind: 'add'; date: string }
  | { kind: 'day'; date: string }
  | { kind: 'edit'; entry: CalendarEntry }
  | { kind: 'remove-all' }
  | { kind: 'limit'; at: number };

/** The month with its videos, the list of upcoming videos, and the dialogs that edit them. */
export function Schedule(props: ScheduleProps) {
  const { entries, zone, videoType, videosPerMonth } = props;
  const now = useServerNow(30_000);
  const today = wallTimeAt(now, zone).date;
  const [month, setMonth] = useState<Month>(() => monthOf(today));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);

  const open = entries.filter((entry) => isOpen(entry));
  const needsOwner = entries.filter(({ status }) => status?.needsOwner);
  const upcoming = entries.filter((entry) => entry.date >= today && !isOver(entry) && !needsOwner.includes(entry));
  const countable = countableOf(entries, zone);

  const add = (choice: EntryChoice) => {
    const at = instantOf(choice, zone);
    const room = hasRoom(at, countable, props);
    if (room) props.onAdd(choice);
    setDialog(room ? null : { kind: 'limit', at });
  };
  const edit = (entry: CalendarEntry) => {
    if (isOpen(entry)) setDialog({ kind: 'edit', entry });
  };

  /** What the dialog of every entry has. */
  const common = {
    zone,
    videoType,
    brand: props.brand,
    advanced: props.advanced,
    available: props.available,
    connected: props.connected,
    planEnd: props.planEnd,
    onClose: close,
  };
  const entriesOn = (date: string) => entries.filter((entry) => entry.date === date);
  const isDayOpened = (date: string) => entriesOn(date).length > 0 && isMonthNarrow();

  const agenda = (listed: readonly CalendarEntry[]) => (
    <ul className="agenda">
      {listed.map((entry) => (
        <AgendaRow
          key={entry.key}
          entry={entry}
          style={entry.videoType ?? videoType}
          onShow={() => {
            if (!sameMonth(monthOf(entry.date), month)) setMonth(monthOf(entry.date));
            edit(entry);
          }}
        />
      ))}
    </ul>
  );

  return (
    <div className="schedule">
      <div>
        <MonthGrid
          month={month}
          today={today}
          onMonthChange={setMonth}
          onPick={(date) => setDialog({ kind: isDayOpened(date) ? 'day' : 'add', date })}
          nameOf={(date) => (isDayOpened(date) ? `Videos of ${formatWallDay(date)}` : dayName(date, today))}
          renderDay={(date) =>
            entriesOn(date).map((entry) => (
              <EntryPill
                key={entry.key}
                entry={entry}
                style={entry.videoType ?? videoType}
                onEdit={() => edit(entry)}
              />
            ))
          }
          actions={
            open.length > 0 ? (
              <Button tone="danger" className="quiet remove-all" onClick={() => setDialog({ kind: 'remove-all' })}>
                <Icon name="bin" />
                Remove All
              </Button>
            ) : null
          }
        />
        <p className="small muted zone-line">
          Times in {zone}. A video is posted at its hour and made before it.
          {props.otherZone ? (
            <>
              {' '}
              <button type="button" className="link" onClick={props.onSwitchZone}>
                Switch to {props.otherZone}?
              </button>
            </>
          ) : null}
        </p>
      </div>
      <aside className="rail" aria-label="Scheduled videos">
        {needsOwner.length > 0 ? (
          <div className="panel pad">
            <h3>Needs you</h3>
            {agenda(needsOwner)}
          </div>
        ) : null}
        <div className="panel pad">
          <h3>Coming up</h3>
          {entries.some(({ saved }) => !saved) ? (
            <p className="small muted draft-key">
              <Pip state="draft" /> Not saved yet
            </p>
          ) : null}
          {upcoming.length > 0 ? agenda(upcoming) : <Empty text="Nothing is scheduled. Choose a day to add a video." />}
        </div>
        <div className="panel pad">
          <h3>This month</h3>
          <Pips states={props.usagePips} width={pipWidth(videosPerMonth)} />
          <p className="small muted number">{monthLine(props)}</p>
        </div>
      </aside>

      {dialog?.kind === 'add' ? (
        <EntryDialog {...common} editing={null} date={dialog.date} others={entries} onSave={add} onDelete={close} />
      ) : null}
      {dialog?.kind === 'day' ? (
        <DayDialog
          date={dialog.date}
          entries={entriesOn(dialog.date)}
          videoType={videoType}
          onEdit={edit}
          onAdd={() => setDialog({ kind: 'add', date: dialog.date })}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'edit' ? (
        <EntryDialog
          {...common}
          editing={dialog.entry}
          date={dialog.entry.date}
          others={entries.filter((entry) => entry.key !== dialog.entry.key)}
          onSave={(choice) => {
            props.onChange(dialog.entry.key, choice);
            close();
          }}
          onDelete={() => {
            props.onRemove([dialog.entry.key]);
            close();
          }}
        />
      ) : null}
      {dialog?.kind === 'remove-all' ? (
        <ConfirmDialog
          title="Remove All"
          text={`${open.length === 1 ? 'One video is' : `${open.length} videos are`} taken off the calendar when you save. Videos that went out stay.`}
          action="Remove All"
          onConfirm={() => {
            props.onRemove(open.map((entry) => entry.key));
            close();
          }}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'limit' ? <LimitDialog at={dialog.at} {...props} onClose={close} /> : null}
    </div>
  );
}

function dayName(date: string, today: string): string {
  if (date < today) return formatWallDay(date);
  return `Schedule a video on ${formatWallDay(date)}${date === today ? ', today' : ''}`;
}

function monthLine({ usedThisMonth, videosPerMonth, drafted, usageResetsAt, zone }: ScheduleProps): string {
  const left = Math.max(0, videosPerMonth - usedThisMonth - drafted);
  const until = usageResetsAt ? ` until ${formatDay(usageResetsAt, zone)}` : '';
  const drafts = drafted > 0 ? `, ${drafted} drafted` : '';
  return `${usedThisMonth} of ${videosPerMonth} videos${drafts}. ${left} left${until}.`;
}
