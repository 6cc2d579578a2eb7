import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { usePageTitle } from '../app/use-page-title.ts';
import { CodeForm } from '../features/admin/code-form.tsx';
import { Dashboard } from '../features/admin/dashboard.tsx';
import { useAdminLock } from '../features/admin/use-admin-lock.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/icon.tsx';
import { LoadDelay } from '../ui/skeleton.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import '../styles/admin.css';

/** /admin, in Italian: asks for the access code, then shows the statistics. */
export function AdminPage() {
  usePageTitle('Dashboard Amministratore');
  const lock = useAdminLock();
  return (
    <>
      <meta name="robots" content="noindex" />
      <a className="skip" href="#main" lang="it">
        Vai al contenuto
      </a>
      <header className="app-head" lang="it">
        <div className="wrap head">
          <Link className="logo" to={paths.landing} reloadDocument>
            <Logo />
            Reelwright
          </Link>
          <div className="head-end">
            <ThemeSwitch label="Passa tra tema chiaro e scuro" />
            {lock.unlocked ? <Button onClick={lock.leave}>Esci</Button> : null}
          </div>
        </div>
      </header>
      <main id="main" className="wrap app-main admin" lang="it">
        {lock.unlocked ? (
          // The texts about a slow server are English, so this page does not show them.
          <LoadDelay value={null}>
            <Dashboard entered={lock.entered} onExpired={lock.expire} />
          </LoadDelay>
        ) : (
          <CodeForm notice={lock.notice} leaving={lock.leaving} onUnlocked={lock.unlock} onLeaveAgain={lock.leave} />
        )}
      </main>
    </>
  );
}
