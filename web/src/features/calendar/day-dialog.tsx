import { formatWallLong } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AgendaRow } from './agenda-row.tsx';
import type { CalendarEntry } from './entry.ts';

interface Props {
  date: string;
  /** The entries of that day. */
  entries: readonly CalendarEntry[];
  /** The style of entries without one of their own. */
  videoType: string;
  onEdit: (entry: CalendarEntry) => void;
  onAdd: () => void;
  onClose: () => void;
}

/** Lists one day's videos on screens where they are too small to press in the month. */
export function DayDialog({ date, entries, videoType, onEdit, onAdd, onClose }: Props) {
  return (
    <Dialog title={formatWallLong(date)} onClose={onClose}>
      <ul className="agenda">
        {entries.map((entry) => (
          <AgendaRow key={entry.key} entry={entry} style={entry.videoType ?? videoType} onShow={() => onEdit(entry)} />
        ))}
      </ul>
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
        <Button tone="ink" onClick={onAdd}>
          <Icon name="plus" />
          Add another video
        </Button>
      </div>
    </Dialog>
  );
}

/** Whether the month only marks days that have videos. Same breakpoint as in styles/calendar.css. */
export const isMonthNarrow = () => window.matchMedia('(max-width: 48rem)').matches;
