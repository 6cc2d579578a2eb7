import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { Privacy } from '../features/legal/privacy.tsx';

export function PrivacyPage() {
  usePageTitle('Privacy Policy');
  return (
    <SiteFrame signInText="Sign In">
      <main id="main" className="wrap app-main">
        <Privacy />
      </main>
    </SiteFrame>
  );
}
