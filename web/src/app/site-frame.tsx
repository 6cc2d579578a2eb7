import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useCurrentUser } from '../session/current-user.ts';
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
  const { data: user } = useCurrentUser();
  const { pathname } = useLocation();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="wrap head">
        <Link className="logo" to={paths.landing}>
          <Logo />
          Reelwright
        </Link>
        <nav aria-label="Main">
          <Link to="/#features">Features</Link>
          <Link to="/#examples">Examples</Link>
          <Link to={paths.pricing} aria-current={pathname === paths.pricing ? 'page' : undefined}>
            Pricing
          </Link>
          <Link to="/#faq">FAQ</Link>
        </nav>
        <div className="head-end">
          <ThemeSwitch />
          <Link className={buttonClass({ tone: 'ink' })} to={user ? paths.dashboard : paths.login}>
            {user ? 'Dashboard' : signInText}
          </Link>
        </div>
      </header>
      {children}
      <Footer of="site" />
    </>
  );
}
