import { Link } from 'react-router-dom';
import { samplePoster } from '../../content/video-types.ts';
import { formatWallDay, formatWallWeekday } from '../../lib/format-date.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Pip } from '../../ui/pips.tsx';
import { Thumb } from '../../ui/reel.tsx';
import { type CalendarEntry, isOpen } from './entry.ts';
import { EntryRefusals } from './entry-refusals.tsx';
import { entryWords } from './entry-words.ts';

/** One video in the list beside the month. */
export function AgendaRow({ entry, style, onShow }: { entry: CalendarEntry; style: string; onShow: () => void }) {
  const words = entryWords(entry);
  return (
    <li className={classNames(entry.status?.state === 'skipped' && 'is-skipped')}>
      <Thumb tone={style} poster={samplePoster(style)} of={entry} />
      <span className="agenda-text">
        <b>
          {`#${entry.index} · ${entry.time}`}
          {entry.saved ? null : <Pip state="draft" width={8} />}
        </b>
        {entry.title ? <bdi className="small">{entry.title}</bdi> : null}
        <span className="small muted">
          {formatWallWeekday(entry.date)}
          {words ? ` · ${words.word}` : ''}
          {entry.saved ? null : <span className="visually-hidden">, not saved yet</span>}
        </span>
        {words?.detail ? <span className="small">{words.detail}.</span> : null}
        {entry.why?.message && entry.status?.state !== 'on_hold' ? (
          <span className="small">{`${entry.why.message} ${entry.why.fix}`}</span>
        ) : null}
        <EntryRefusals refusals={entry.refusals ?? []} index={entry.index} />
        {entry.status?.needsOwner && entry.card ? (
          <Link className="small" to={entry.card}>
            {entry.status.actions.includes('check') ? 'Check now' : 'See it'} on the dashboard
            <span className="visually-hidden">{`, video #${entry.index}`}</span>
          </Link>
        ) : null}
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
