import { formatDate } from '../../lib/format-date.ts';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { Pips } from '../../ui/pips.tsx';
import { usagePips } from './usage.ts';

interface Props {
  used: number;
  limit: number;
  resetsAt: string | null;
  /** The number of videos on the calendar that have not gone out; null while it is not known. */
  scheduled: number | null;
}

/** The plan's videos of this month and how many are used, with one pip per video. */
export function UsageCard({ used, limit, resetsAt, scheduled }: Props) {
  const remaining = Math.max(0, limit - used);
  return (
    <Card title="Usage This Month">
      <p className="big-figure number">
        {used}/{limit} <small className="muted">{limit === 1 ? 'video' : 'videos'}</small>
      </p>
      <span
        className="usage-pips"
        role="progressbar"
        aria-label="Videos used"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
      >
        <Pips states={usagePips(used, limit)} width={18} />
      </span>
      <dl className="facts">
        <div>
          <dt>Remaining</dt>
          <dd className="number">{remaining}</dd>
        </div>
        <div>
          <dt>Scheduled</dt>
          <dd className="number">{scheduled ?? '–'}</dd>
        </div>
        {resetsAt ? (
          <div>
            <dt>Resets on</dt>
            <dd>{formatDate(resetsAt)}</dd>
          </div>
        ) : null}
      </dl>
      {remaining === 0 ? (
        <Note tone="warn" title="You've reached your monthly limit. Upgrade for more videos!" />
      ) : null}
    </Card>
  );
}
