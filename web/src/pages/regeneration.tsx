import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';

export function RegenerationPage() {
  usePageTitle('Video Regeneration');
  return (
    <SiteFrame guest="Sign In">
      <main id="main" className="wrap app-main">
        <h1>Video Regeneration</h1>
      </main>
    </SiteFrame>
  );
}
