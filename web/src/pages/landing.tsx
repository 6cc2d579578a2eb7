import { SiteFrame } from '../app/site-frame.tsx';
import { StartLink } from '../app/start-link.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { firstVideo } from '../content/first-video.ts';
import { landingQuestions } from '../content/marketing.ts';
import { AskButton } from '../features/chat-assistant/ask-button.tsx';
import { Closing } from '../features/landing/closing.tsx';
import { Examples } from '../features/landing/examples.tsx';
import { FeatureIndex } from '../features/landing/feature-index.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { HowItWorks } from '../features/landing/how-it-works.tsx';
import { Reviews } from '../features/landing/reviews.tsx';
import { LandingPricing } from '../features/plans/landing-pricing.tsx';
import { Accordion } from '../ui/accordion.tsx';

/** Rendered by the build alone. What it does in the browser is in src/landing.ts, which needs no React. */
export function LandingPage() {
  usePageTitle('AI videos, posted for you');
  return (
    <SiteFrame signInText="Get Started">
      <main id="main" className="landing">
        <Hero />
        <HowItWorks />
        <Examples />
        <FeatureIndex />
        <Reviews />
        <LandingPricing />
        <section className="wrap band faq" id="faq" aria-labelledby="faq-title">
          <h2 className="section-title" id="faq-title">
            FAQ
          </h2>
          <Accordion items={landingQuestions} />
        </section>
        <Closing>
          <StartLink look={{ tone: 'primary', size: 'large' }} first={firstVideo}>
            Start for Free
          </StartLink>
        </Closing>
      </main>
      <AskButton />
    </SiteFrame>
  );
}
