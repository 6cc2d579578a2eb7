import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { buttonClass } from '../ui/button.tsx';
import { Logo } from '../ui/icon.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Footer } from './footer.tsx';
import { paths } from './paths.ts';

interface Props {
  /** The label of the header's button for a visitor without a session. */
  signInText: 'Get Started' | 'Sign In';
  children: ReactNode;
}

/** Header and footer of the public pages. */
export function SiteFrame({ signInText, children }: Props) {
  const { pathname } = useLocation();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="wrap head">
        <a className="logo" href={paths.landing}>
          <Logo />
          Reelwright
        </a>
        <nav aria-label="Main">
          <a href="/#features">Features</a>
          <a href="/#examples">Examples</a>
          <Link to={paths.pricing} aria-current={pathname === paths.pricing ? 'page' : undefined}>
            Pricing
          </Link>
          <a href="/#faq">FAQ</a>
        </nav>
        <div className="head-end">
          <ThemeSwitch />
          {/* One of the two is shown, by a style: index.html knows before the first paint which. */}
          <Link className={buttonClass({ tone: 'ink' }, 'for-guest')} to={paths.login}>
            {signInText}
          </Link>
          <Link className={buttonClass({ tone: 'ink' }, 'for-signed-in')} to={paths.dashboard}>
            Dashboard
          </Link>
        </div>
      </header>
      {children}
      <Footer of="site" />
    </>
  );
}
