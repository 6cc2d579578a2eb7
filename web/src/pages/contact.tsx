import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';

export function ContactPage() {
  usePageTitle('Contact');
  return (
    <SiteFrame guest="Sign In">
      <main id="main" className="wrap app-main">
        <h1>Contact</h1>
      </main>
    </SiteFrame>
  );
}
