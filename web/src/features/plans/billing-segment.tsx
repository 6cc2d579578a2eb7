import { Segment } from '../../ui/segment.tsx';
import type { Billing } from './plan-cards.tsx';

interface Props {
  value: Billing;
  badge: string;
  onChange?: (billing: Billing) => void;
  /** Until the page's script can switch. */
  inert?: boolean;
}

export function BillingSegment({ value, badge, onChange, inert = false }: Props) {
  return (
    <Segment
      label="Billing period"
      value={value}
      inert={inert}
      {...(onChange && { onChange })}
      options={[
        { value: 'monthly', content: 'Monthly' },
        {
          value: 'annual',
          content: (
            <>
              Annual <span className="badge brand">{badge}</span>
            </>
          ),
        },
      ]}
    />
  );
}
