import type { Tier } from '@reelwright/product';
import { planOf } from '../../content/plans.ts';
import { Pips } from '../../ui/pips.tsx';
import { usagePips } from './usage.ts';

interface Props {
  tier: Tier;
  used: number;
  limit: number;
  /** The videos that the unsaved draft adds to this month. */
  drafted: number;
  onOpen: () => void;
}

/** Plan and usage in short; opens the upgrade dialog. Twelve pips fit one line of 118 px, twenty need two. */
export function PlanBadge({ tier, used, limit, drafted, onOpen }: Props) {
  const text = `${used} of ${limit} ${limit === 1 ? 'video' : 'videos'} this month${drafted > 0 ? ` · ${drafted} drafted` : ''}`;
  return (
    <button type="button" className="plan-badge" aria-haspopup="dialog" onClick={onOpen}>
      <span>
        <b>{planOf(tier).name}</b>
        <small className="muted number">{text}</small>
      </span>
      <span
        role="progressbar"
        aria-label="Videos used"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={text}
      >
        <Pips
          states={usagePips(used, limit, drafted)}
          width={limit <= 12 ? Math.min(9, Math.floor(121 / limit) - 3) : 9}
        />
      </span>
    </button>
  );
}
