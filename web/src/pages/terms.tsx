import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';

export function TermsPage() {
  usePageTitle('Terms of Service');
  return (
    <SiteFrame guest="Sign In">
      <main id="main" className="wrap app-main">
        <h1>Terms of Service</h1>
      </main>
    </SiteFrame>
  );
}
