import { StartLink } from '../../app/start-link.tsx';
import { billingBadges } from '../../content/plans.ts';
import { BillingSegment } from './billing-segment.tsx';
import { type Billing, PlanCards } from './plan-cards.tsx';

const billings: readonly Billing[] = ['monthly', 'annual'];

/** The plans on the landing page, once for each billing period; switch-billing.ts shows the chosen ones. */
export function LandingPricing() {
  return (
    <section className="wrap band" id="pricing" aria-labelledby="pricing-title">
      <div className="section-head">
        <h2 className="section-title" id="pricing-title">
          Pricing
        </h2>
        <BillingSegment value="monthly" badge={billingBadges.landing} />
      </div>
      {billings.map((billing) => (
        <div key={billing} data-billing={billing} hidden={billing !== 'monthly'}>
          <PlanCards
            billing={billing}
            popular="starter"
            level="h3"
            action={(plan) => {
              const text = plan.tier === 'free' ? 'Start for Free' : 'Get Started';
              return (
                <StartLink
                  look={{ wide: true, tone: plan.tier === 'starter' ? 'primary' : 'plain' }}
                  label={`${text}, ${plan.name} plan`}
                >
                  {text}
                </StartLink>
              );
            }}
          />
        </div>
      ))}
    </section>
  );
}
