import { useId, useState } from 'react';
import { billingBadges, type Plan, planOf, plansAbove } from '../../content/plans.ts';
import { euroParts, formatEuro, formatWholeEuro } from '../../lib/format-money.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Segment } from '../../ui/segment.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { NextPlan } from './next-plan.tsx';
import { OverdueNote } from './overdue-note.tsx';
import { type PlanHolder, planStep, waitsForPayment } from './plan-step.ts';
import { type CheckoutPlace, useCheckout } from './use-plan-change.ts';

interface Props {
  user: PlanHolder;
  from: Exclude<CheckoutPlace, 'pricing'>;
  onClose: () => void;
}

const planFeatures = [
  '8-second reels (1080p)',
  'Veo3 AI technology',
  'Cloud drive integration',
  'Multi-platform posting',
];

/** Offers the higher plans, and annual billing of the current one. A plan change shows its price before it is made. */
export function UpgradeDialog({ user, from, onClose }: Props) {
  const [billing, setBilling] = useState<'monthly' | 'annual'>(user.isAnnual ? 'annual' : 'monthly');
  const [changingTo, setChangingTo] = useState<Plan | null>(null);
  const checkout = useCheckout(from);
  const isAnnual = billing === 'annual';
  const higherPlans = plansAbove(user.subscriptionTier);
  const currentPlan = planOf(user.subscriptionTier);
  const offers = planStep(currentPlan, isAnnual, user) === 'annual' ? [currentPlan, ...higherPlans] : higherPlans;
  const choose = (plan: Plan) => {
    if (plan.tier !== 'free' && planStep(plan, isAnnual, user) === 'checkout')
      checkout.mutate({ tier: plan.tier, isAnnual });
    else setChangingTo(plan);
  };

  if (changingTo) {
    return <ChangeDialog user={user} tier={changingTo.tier} isAnnual={isAnnual} onClose={onClose} />;
  }
  if (higherPlans.length === 0) {
    return (
      <Dialog title="Upgrade Your Plan" onClose={onClose}>
        <p>You're on the highest plan!</p>
        <OverdueNote user={user} />
        <NextPlan user={user} />
        <div className="dialog-actions">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Upgrade Your Plan" wide onClose={onClose}>
      <OverdueNote user={user}>Plans can be changed once it is settled.</OverdueNote>
      <NextPlan user={user} />
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
            annual={isAnnual}
            popular={plan.tier === 'pro'}
            action={plan === currentPlan ? 'Switch to annual' : `Upgrade to ${plan.name}`}
            busy={(checkout.isPending || checkout.isSuccess) && checkout.variables?.tier === plan.tier}
            disabled={checkout.isPending || waitsForPayment(planStep(plan, isAnnual, user), user)}
            onChoose={() => choose(plan)}
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
  action: string;
  busy: boolean;
  disabled: boolean;
  onChoose: () => void;
}

function Offer({ plan, annual, popular, action, busy, disabled, onChoose }: OfferProps) {
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
        {[`${plan.videosPerMonth} videos per month`, ...planFeatures].map((line) => (
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
        {action}
      </Button>
    </section>
  );
}
