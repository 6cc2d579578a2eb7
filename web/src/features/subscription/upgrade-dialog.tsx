import { useId, useState } from 'react';
import { billingBadges, type Plan, plansAbove, type Tier } from '../../content/plans.ts';
import { euroParts, formatEuro, formatWholeEuro } from '../../lib/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segment } from '../../ui/segment.tsx';
import { useChangePlan, useCheckout } from './use-plan-change.ts';

interface Props {
  tier: Tier;
  hasSubscription: boolean;
  onClose: () => void;
}

const promises = ['8-second reels (1080p)', 'Veo3 AI technology', 'Cloud drive integration', 'Multi-platform posting'];

/** Offers only the plans above the present one. */
export function UpgradeDialog({ tier, hasSubscription, onClose }: Props) {
  const [billing, setBilling] = useState<'monthly' | 'annual'>('monthly');
  const checkout = useCheckout('subscription');
  const change = useChangePlan();
  const mutation = hasSubscription ? change : checkout;
  const offers = plansAbove(tier);

  if (offers.length === 0) {
    return (
      <Dialog title="Upgrade Your Plan" onClose={onClose}>
        <p>You're on the highest plan!</p>
        <div className="dialog-actions">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Upgrade Your Plan" wide onClose={onClose}>
      <Segment
        label="Billing period"
        value={billing}
        onChange={setBilling}
        options={[
          { value: 'monthly', content: 'Monthly' },
          {
            value: 'annual',
            content: (
              <>
                Annual <span className="badge brand">{billingBadges.upgradeDialog}</span>
              </>
            ),
          },
        ]}
      />
      <div className={classNames('offers', `of-${offers.length}`)}>
        {offers.map((plan) => (
          <Offer
            key={plan.tier}
            plan={plan}
            annual={billing === 'annual'}
            popular={plan.tier === 'pro'}
            busy={mutation.isPending && mutation.variables?.tier === plan.tier}
            disabled={mutation.isPending}
            onChoose={() => mutation.mutate({ tier: plan.tier, isAnnual: billing === 'annual' })}
          />
        ))}
      </div>
      <div className="dialog-actions">
        <Button tone="quiet" onClick={onClose}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

interface OfferProps {
  plan: Plan;
  annual: boolean;
  popular: boolean;
  busy: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function Offer({ plan, annual, popular, busy, disabled, onChoose }: OfferProps) {
  const id = useId();
  return (
    <section className={classNames('plan', popular && 'popular')} aria-labelledby={id}>
      <div className="plan-head">
        <h3 id={id}>{plan.name}</h3>
        {popular ? <span className="badge brand">Most Popular</span> : null}
      </div>
      <p className="price number">
        {euroParts(annual ? plan.annually : plan.price).map((part) => (
          <span key={part.text} className={part.isSign ? 'sign' : undefined}>
            {part.text}
          </span>
        ))}
        <small className="muted">/month</small>
      </p>
      <p className="was small muted number">
        {annual
          ? `${formatWholeEuro(Math.round(plan.annually * 12))} billed annually`
          : `${formatEuro(plan.price)} billed monthly`}
      </p>
      <ul className="checks">
        {[`${plan.videosPerMonth} videos per month`, ...promises].map((line) => (
          <li key={line}>
            <Icon name="check" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
      <Button
        wide
        {...(popular ? { tone: 'primary' as const } : {})}
        busy={busy}
        disabled={disabled}
        onClick={onChoose}
      >
        Upgrade to {plan.name}
      </Button>
    </section>
  );
}
