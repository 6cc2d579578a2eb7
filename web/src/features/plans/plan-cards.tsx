import type { Tier } from '@reelwright/product';
import { type ReactNode, useId } from 'react';
import { type Plan, plans } from '../../content/plans.ts';
import { euroParts, formatEuro } from '../../lib/format-money.ts';
import { Checks } from '../../ui/checks.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type PipState, Pips } from '../../ui/pips.tsx';

export type Billing = 'monthly' | 'annual';

interface Props {
  billing: Billing;
  popular: Tier;
  /** Renders the button of a card. */
  action: (plan: Plan) => ReactNode;
  level: 'h2' | 'h3';
}

/** The four plans side by side, with aligned rows. */
export function PlanCards({ billing, popular, action, level }: Props) {
  return (
    <div className="plans">
      {plans.map((plan) => (
        <PlanCard key={plan.tier} plan={plan} billing={billing} popular={plan.tier === popular} level={level}>
          {action(plan)}
        </PlanCard>
      ))}
    </div>
  );
}

interface CardProps {
  plan: Plan;
  billing: Billing;
  popular: boolean;
  level: 'h2' | 'h3';
  features?: readonly string[];
  children: ReactNode;
}

export function PlanCard({ plan, billing, popular, level: Heading, features = plan.features, children }: CardProps) {
  const id = useId();
  return (
    <section className={classNames('plan', popular && 'popular')} aria-labelledby={id}>
      <div className="plan-head">
        <Heading id={id}>{plan.name}</Heading>
        {popular ? <span className="badge brand">Most Popular</span> : null}
      </div>
      <Quota plan={plan} state={popular ? 'brand' : 'on'} />
      <p className="price number">
        {euroParts(billing === 'annual' ? plan.annually : plan.price).map((part) => (
          <span key={part.text} className={part.isSign ? 'sign' : undefined}>
            {part.text}
          </span>
        ))}
        <small className="muted">/month</small>
      </p>
      <p className="was small muted number">{priceNote(plan, billing)}</p>
      <Checks items={features} />
      {children}
    </section>
  );
}

function priceNote(plan: Plan, billing: Billing): ReactNode {
  if (plan.price === 0) return plan.description;
  const [label, before] = billing === 'annual' ? ['Monthly price', plan.price] : ['Original price', plan.originalPrice];
  return (
    <>
      {before === null ? null : (
        <s>
          <span className="visually-hidden">{label} </span>
          {formatEuro(before)}
        </s>
      )}
      {billing === 'annual' ? ' Billed annually' : null}
    </>
  );
}

/** The month as pips, week by week. */
function Quota({ plan, state }: { plan: Plan; state: PipState }) {
  const perWeek = plan.videosPerWeek;
  const weeks = perWeek === null ? [plan.videosPerMonth] : Array.from({ length: 4 }, () => perWeek);
  return (
    <div className="weeks" aria-hidden="true">
      {weeks.map((count, week) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a week is identified by its index
        <Pips key={week} states={Array.from({ length: count }, () => state)} />
      ))}
    </div>
  );
}
