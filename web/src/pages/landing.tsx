import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { landingQuestions } from '../content/marketing.ts';
import { Closing } from '../features/landing/closing.tsx';
import { Examples } from '../features/landing/examples.tsx';
import { FeatureIndex } from '../features/landing/feature-index.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { HowItWorks } from '../features/landing/how-it-works.tsx';
import { Reviews } from '../features/landing/reviews.tsx';
import { LandingPricing } from '../features/plans/landing-pricing.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { Accordion } from '../ui/accordion.tsx';
import { buttonClass } from '../ui/button.tsx';

export function LandingPage() {
  usePageTitle('AI videos, posted for you');
  const { data: user } = useCurrentUser();
  const start = user ? paths.dashboard : paths.login;
  return (
    <SiteFrame signInText="Get Started">
      <main id="main" className="landing">
        <Hero start={start} />
        <HowItWorks />
        <Examples />
        <FeatureIndex />
        <Reviews />
        <LandingPricing start={start} />
        <section className="wrap band faq" id="faq" aria-labelledby="faq-title">
          <h2 className="section-title" id="faq-title">
            FAQ
          </h2>
          <Accordion items={landingQuestions} />
        </section>
        <Closing>
          <Link className={buttonClass({ tone: 'primary', size: 'large' })} to={start}>
            Start for Free
          </Link>
        </Closing>
      </main>
    </SiteFrame>
  );
}
