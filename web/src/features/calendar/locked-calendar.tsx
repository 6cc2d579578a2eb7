import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { monthOf } from '../../lib/calendar-month.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { wallTimeAt } from '../../lib/zoned-time.ts';
import { MonthGrid } from '../../ui/month-grid.tsx';
import { Pip } from '../../ui/pips.tsx';

const nothing = () => {};

/** The second step on the free plan: one line says that there is nothing to choose, over a disabled calendar. */
export function LockedCalendar({ zone }: { zone: string }) {
  const today = wallTimeAt(serverNow(), zone).date;
  return (
    <div className="locked">
      <div className="locked-under" inert aria-hidden="true">
        <MonthGrid
          month={monthOf(today)}
          today={today}
          onMonthChange={nothing}
          onPick={nothing}
          nameOf={(date) => date}
          renderDay={() => null}
        />
      </div>
      <div className="locked-over">
        <div className="panel">
          <Pip state="on" width={18} />
          <p>
            <b>Generate Instantly:</b> <span>Free users can create videos immediately without scheduling</span>
          </p>
          <Link className="small muted" to={paths.pricing}>
            Upgrade Plan
          </Link>
        </div>
      </div>
    </div>
  );
}
