import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';

export function FaqPage() {
  usePageTitle('FAQ');
  return (
    <SiteFrame guest="Sign In">
      <main id="main" className="wrap app-main">
        <h1>FAQ</h1>
      </main>
    </SiteFrame>
  );
}
