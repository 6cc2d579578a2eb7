import { Link } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { monthOf } from '../../lib/calendar-month.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { wallTimeAt } from '../../lib/zoned-time.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { MonthGrid } from '../../ui/month-grid.tsx';
import { Pips } from '../../ui/pips.tsx';

const nothing = () => {};

/** The second step on the free plan: a disabled calendar, and how the free plan works without it. */
export function LockedCalendar({ zone, onContinue }: { zone: string; onContinue: () => void }) {
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
          <Pips states={['on']} width={26} />
          <h3>Generate Instantly</h3>
          <p>Free users can create videos immediately without scheduling</p>
          <div className="row">
            <Button tone="ink" onClick={onContinue}>
              Continue
            </Button>
            <Link className={buttonClass({ tone: 'quiet' })} to={paths.pricing}>
              Upgrade Plan
            </Link>
          </div>
        </div>
      </div>
    </div>
  );
}
