import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';

export function ApiDocsPage() {
  usePageTitle('API documentation');
  return (
    <SiteFrame guest="Sign In">
      <main id="main" className="wrap app-main">
        <h1>API documentation</h1>
      </main>
    </SiteFrame>
  );
}
