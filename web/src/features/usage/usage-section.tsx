import { formatDate } from '../../lib/format-date.ts';
import { Note } from '../../ui/note.tsx';
import { Pips } from '../../ui/pips.tsx';
import { Row, RowSection, Rows } from '../../ui/rows.tsx';
import { usagePips } from './usage.ts';

interface Props {
  used: number;
  limit: number;
  resetsAt: string | null;
  /** The calendar's zone: its dialogs name the same day. */
  zone: string;
  /** Whether there is a larger plan. */
  canUpgrade: boolean;
  /** The number of videos on the calendar that have not gone out; null while it is not known. */
  scheduled: number | null;
}

/** The plan's videos of this month and how many are used, with one pip per video. */
export function UsageSection({ used, limit, resetsAt, zone, canUpgrade, scheduled }: Props) {
  const remaining = Math.max(0, limit - used);
  return (
    <RowSection title="Usage This Month">
      {remaining === 0 ? (
        <Note
          tone="warn"
          title={
            canUpgrade
              ? "You've reached your monthly limit. Upgrade for more videos!"
              : "You've reached your monthly limit."
          }
        />
      ) : null}
      <Rows>
        <Row label="Used">
          <span className="used">
            <span className="row-figure number">
              {used}/{limit} <small className="muted">{limit === 1 ? 'video' : 'videos'}</small>
            </span>
            <span
              className="usage-pips"
              role="progressbar"
              aria-label="Videos used"
              aria-valuemin={0}
              aria-valuemax={limit}
              aria-valuenow={Math.min(used, limit)}
            >
              <Pips states={usagePips(used, limit)} width={11} />
            </span>
          </span>
        </Row>
        <Row label="Remaining">
          <span className="number">{remaining}</span>
        </Row>
        <Row label="Scheduled">
          <span className="number">{scheduled ?? '–'}</span>
        </Row>
        {resetsAt ? <Row label="Resets on">{formatDate(resetsAt, zone)}</Row> : null}
      </Rows>
    </RowSection>
  );
}
