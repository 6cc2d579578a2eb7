import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';

export function PrivacyPage() {
  usePageTitle('Privacy Policy');
  return (
    <SiteFrame guest="Sign In">
      <main id="main" className="wrap app-main">
        <h1>Privacy Policy</h1>
      </main>
    </SiteFrame>
  );
}
