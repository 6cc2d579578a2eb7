import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { Terms } from '../features/legal/terms.tsx';

export function TermsPage() {
  usePageTitle('Terms of Service');
  return (
    <SiteFrame signInText="Sign In">
      <main id="main" className="wrap app-main">
        <Terms />
      </main>
    </SiteFrame>
  );
}
