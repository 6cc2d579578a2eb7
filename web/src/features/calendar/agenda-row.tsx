import { samplePoster } from '../../content/video-types.ts';
import { formatWallDay, formatWallWeekday } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Thumb } from '../../ui/reel.tsx';
import { type CalendarEntry, isOpen, stateWord } from './entry.ts';

/** One video in the list beside the month. */
export function AgendaRow({ entry, style, onShow }: { entry: CalendarEntry; style: string; onShow: () => void }) {
  const word = stateWord(entry);
  return (
    <li>
      <Thumb tone={style} poster={samplePoster(style)} />
      <span className="agenda-text">
        <b>{`#${entry.index} · ${entry.time}`}</b>
        <span className="small muted">
          {formatWallWeekday(entry.date)}
          {word ? ` · ${word}` : ''}
          {entry.saved ? '' : ' · not saved yet'}
        </span>
        {entry.why ? <span className="small">{`${entry.why.message} ${entry.why.fix}`}</span> : null}
      </span>
      {isOpen(entry) ? (
        <Button
          tone="quiet"
          square
          aria-label={`Edit video #${entry.index}, ${formatWallDay(entry.date)}`}
          onClick={onShow}
        >
          <Icon name="right" />
        </Button>
      ) : null}
    </li>
  );
}
