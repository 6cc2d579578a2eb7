import { Segment } from '../../ui/segment.tsx';
import type { Billing } from './plan-cards.tsx';

interface Props {
  value: Billing;
  badge: string;
  onChange?: (billing: Billing) => void;
}

export function BillingSegment({ value, badge, onChange }: Props) {
  return (
    <Segment
      label="Billing period"
      value={value}
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
