import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { pricingQuestions } from '../content/marketing.ts';
import { billingBadges } from '../content/plans.ts';
import { BillingSegment } from '../features/plans/billing-segment.tsx';
import { type Billing, PlanCards } from '../features/plans/plan-cards.tsx';
import { NextPlan } from '../features/subscription/next-plan.tsx';
import { OverdueNote } from '../features/subscription/overdue-note.tsx';
import { PlanAction } from '../features/subscription/plan-action.tsx';
import { useVisitor } from '../session/current-user.ts';
import { Accordion } from '../ui/accordion.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Note } from '../ui/note.tsx';
import { useIsHydrated } from '../ui/use-is-hydrated.ts';

export function PricingPage() {
  usePageTitle('Pricing');
  const [search] = useSearchParams();
  const isHydrated = useIsHydrated();
  const { user, isPending, isError, refetch, isFetching } = useVisitor();
  // The user's own interval is shown first; the user may switch the view.
  const [chosen, setBilling] = useState<Billing | null>(null);
  const billing = chosen ?? (user?.isAnnual && user.subscriptionTier !== 'free' ? 'annual' : 'monthly');
  return (
    <SiteFrame signInText="Sign In">
      <main id="main" className="wrap app-main">
        <div className="app-top">
          <div>
            <Link className="back" to={user ? paths.dashboard : paths.landing} reloadDocument={!user}>
              <Icon name="left" />
              {user ? 'Back to dashboard' : 'Back to home'}
            </Link>
            <h1>Pricing</h1>
          </div>
          <BillingSegment value={billing} badge={billingBadges.pricing} onChange={setBilling} inert={!isHydrated} />
        </div>
        {search.get('cancelled') === 'true' ? (
          <Note title="You left the checkout.">Nothing was charged, and your plan has not changed.</Note>
        ) : null}
        {isError ? (
          <LoadError
            title="Your plan did not load"
            text="The prices are correct. Try again to see and change your own plan."
            onRetry={() => refetch()}
            busy={isFetching}
          />
        ) : null}
        {user ? (
          <>
            <OverdueNote user={user}>Plans can be changed once it is settled.</OverdueNote>
            <NextPlan user={user} />
          </>
        ) : null}
        <PlanCards
          billing={billing}
          popular="starter"
          level="h2"
          action={(plan) => (
            <PlanAction plan={plan} user={user} unknown={isPending || isError} annual={billing === 'annual'} />
          )}
        />
        <p className="small muted">
          Prices in euros. A paid plan renews automatically until you cancel, and the{' '}
          <Link to={paths.terms}>Terms</Link> apply to it.
        </p>
        <section className="faq" aria-labelledby="pricing-faq">
          <h2 className="section-title" id="pricing-faq">
            FAQ
          </h2>
          <Accordion items={pricingQuestions} />
        </section>
      </main>
    </SiteFrame>
  );
}
