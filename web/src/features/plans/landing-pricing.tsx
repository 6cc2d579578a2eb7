import { useState } from 'react';
import { Link } from 'react-router-dom';
import { billingBadges } from '../../content/plans.ts';
import { buttonClass } from '../../ui/button.tsx';
import { BillingSegment } from './billing-segment.tsx';
import { type Billing, PlanCards } from './plan-cards.tsx';

/** The plans on the landing page. All buttons link to the same address. */
export function LandingPricing({ start }: { start: string }) {
  const [billing, setBilling] = useState<Billing>('monthly');
  return (
    <section className="wrap band" id="pricing" aria-labelledby="pricing-title">
      <div className="section-head">
        <h2 className="section-title" id="pricing-title">
          Pricing
        </h2>
        <BillingSegment value={billing} badge={billingBadges.landing} onChange={setBilling} />
      </div>
      <PlanCards
        billing={billing}
        popular="starter"
        level="h3"
        action={(plan) => {
          const text = plan.tier === 'free' ? 'Start for Free' : 'Get Started';
          return (
            <Link
              className={buttonClass({ wide: true, tone: plan.tier === 'starter' ? 'primary' : 'plain' })}
              aria-label={`${text}, ${plan.name} plan`}
              to={start}
            >
              {text}
            </Link>
          );
        }}
      />
    </section>
  );
}
