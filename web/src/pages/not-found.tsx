import { Link } from 'react-router-dom';
import { paths } from '../app/paths.ts';
import { SiteFrame } from '../app/site-frame.tsx';
import { usePageTitle } from '../app/use-page-title.ts';
import { buttonClass } from '../ui/button.tsx';
import { Pips } from '../ui/pips.tsx';

export function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <SiteFrame guest="Get Started">
      <main className="wrap lone" id="main">
        <Pips states={['empty', 'empty', 'empty']} width={27} />
        <h1>404 Page Not Found</h1>
        <p className="lead">Did you forget to add the page to the router?</p>
        <Link className={buttonClass({ tone: 'primary', size: 'large' })} to={paths.landing}>
          To the start page
        </Link>
      </main>
    </SiteFrame>
  );
}
