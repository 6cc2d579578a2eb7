import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';

export function AdminPage() {
  usePageTitle('Dashboard Amministratore');
  return (
    <SiteFrame guest="Sign In">
      <main id="main" className="wrap app-main">
        <h1>Dashboard Amministratore</h1>
      </main>
    </SiteFrame>
  );
}
