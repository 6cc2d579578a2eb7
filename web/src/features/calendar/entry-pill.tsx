import type { Mark } from '../../content/statuses.ts';
import { samplePoster } from '../../content/video-types.ts';
import { nameOf } from '../../lib/entry-choice.ts';
import { formatWallDay } from '../../lib/format-date.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Thumb } from '../../ui/reel.tsx';
import { type CalendarEntry, isOpen } from './entry.ts';
import { entryWords } from './entry-words.ts';

const marks: Record<Mark, IconName> = {
  ok: 'check',
  live: 'out',
  later: 'clock',
  stopped: 'pause',
  unsure: 'question',
  bad: 'alert',
};

/** One video in its day of the month. */
export function EntryPill({ entry, style, onEdit }: { entry: CalendarEntry; style: string; onEdit: () => void }) {
  const words = entryWords(entry);
  const mark = words?.mark;
  const spoken = [isOpen(entry) ? 'edit video' : null, words?.word].filter(Boolean).join(', ') || 'video';
  const name = `#${entry.index} · ${entry.time}, ${spoken}, ${formatWallDay(entry.date)}`;
  return (
    <button
      type="button"
      className={classNames('entry', mark && `is-${mark}`, !entry.saved && 'is-draft')}
      // Keyboard users reach the entry in the list beside the month, so that the month is one tab stop.
      tabIndex={-1}
      aria-label={name}
      aria-disabled={!isOpen(entry)}
      title={words?.word ?? nameOf({ ...entry, videoType: style })}
      onClick={onEdit}
    >
      <Thumb tone={style} poster={samplePoster(style)} of={entry} />
      <span>{`#${entry.index} · ${entry.time}`}</span>
      {mark ? <Icon name={marks[mark]} className="mark" /> : null}
    </button>
  );
}
