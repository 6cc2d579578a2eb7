import { samplePoster, videoTypeName } from '../../content/video-types.ts';
import { formatWallDay } from '../../lib/format-date.ts';
import { Thumb } from '../../ui/reel.tsx';
import { type CalendarEntry, isOpen, standingOf } from './entry.ts';

/** One video in its day of the month. */
export function EntryPill({ entry, style, onEdit }: { entry: CalendarEntry; style: string; onEdit: () => void }) {
  const standing = standingOf(entry);
  const words = [isOpen(entry) ? 'edit video' : null, standing?.word].filter(Boolean).join(', ') || 'video';
  const name = `#${entry.index} · ${entry.time}, ${words}, ${formatWallDay(entry.date)}`;
  return (
    <button
      type="button"
      className="entry"
      // Reached by Tab through the list beside the month, so that the month stays one stop.
      tabIndex={-1}
      aria-label={name}
      aria-disabled={!isOpen(entry)}
      title={standing?.word ?? videoTypeName(style)}
      onClick={onEdit}
    >
      <Thumb tone={style} poster={samplePoster(style)} />
      <span>{`#${entry.index} · ${entry.time}`}</span>
    </button>
  );
}
