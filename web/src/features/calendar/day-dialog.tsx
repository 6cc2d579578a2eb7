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
  /** The style of entries that name none. */
  videoType: string;
  onEdit: (entry: CalendarEntry) => void;
  onAdd: () => void;
  onClose: () => void;
}

/** One day's videos, where the month is too narrow to press each of them. */
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

/** Where the month shows only that there is a video, as in styles/calendar.css. */
export const isMonthNarrow = () => window.matchMedia('(max-width: 48rem)').matches;
