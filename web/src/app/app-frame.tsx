import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { planOf } from '../content/plans.ts';
import { type CurrentUser, displayName, photoOf } from '../session/current-user.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, type IconName, Logo } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { switchTheme } from '../ui/theme.ts';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Footer } from './footer.tsx';
import { paths } from './paths.ts';

const links: readonly { text: string; to: string; icon: IconName }[] = [
  { text: 'Dashboard', to: paths.dashboard, icon: 'home' },
  { text: 'Video Regeneration', to: paths.regeneration, icon: 'again' },
  { text: 'Social Media', to: paths.social, icon: 'share' },
  { text: 'FAQ', to: paths.faq, icon: 'question' },
];

interface Props {
  /** Null while the session is being read. */
  user: CurrentUser | null;
  openingDrive: boolean;
  onOpenDrive: () => void;
  children: ReactNode;
}

/** Header and footer of the signed-in pages. On small screens the avatar's menu holds the links. */
export function AppFrame({ user, openingDrive, onOpenDrive, children }: Props) {
  const { pathname } = useLocation();
  const signOut = useSignOut();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="app-head">
        <div className="wrap head">
          <Link className="logo" to={paths.dashboard}>
            <Logo />
            Reelwright
          </Link>
          <nav aria-label="Main">
            {links.map(({ text, to }) => (
              <Link key={to} to={to} aria-current={pathname === to ? 'page' : undefined}>
                {text}
              </Link>
            ))}
          </nav>
          <div className="head-end">
            <span className="wide-only">
              <ThemeSwitch />
              <Button className="open-drive" busy={openingDrive} disabled={!user} onClick={onOpenDrive}>
                <Icon name="folder" />
                <span>Open Drive</span>
              </Button>
            </span>
            {user ? (
              <Menu
                label="Account menu"
                button={
                  <>
                    <span className="who">
                      <b>{displayName(user)}</b>
                      <small className="muted">{planOf(user.subscriptionTier).name}</small>
                    </span>
                    <Avatar photo={photoOf(user)} name={displayName(user)} />
                  </>
                }
              >
                {links.map(({ text, to, icon }) => (
                  <Link
                    key={to}
                    className="narrow-only"
                    role="menuitem"
                    to={to}
                    aria-current={pathname === to ? 'page' : undefined}
                  >
                    <Icon name={icon} />
                    {text}
                  </Link>
                ))}
                <button className="narrow-only" type="button" role="menuitem" onClick={onOpenDrive}>
                  <Icon name="folder" />
                  Open Drive
                </button>
                <button className="narrow-only" type="button" role="menuitem" onClick={switchTheme}>
                  <Icon name="sun" />
                  Light or dark
                </button>
                <Link role="menuitem" to={paths.analytics}>
                  <Icon name="chart" />
                  Analytics
                </Link>
                <Link role="menuitem" to={paths.profile}>
                  <Icon name="person" />
                  Profile
                </Link>
                <button type="button" role="menuitem" onClick={() => signOut.mutate()}>
                  <Icon name="leave" />
                  Sign Out
                </button>
              </Menu>
            ) : null}
          </div>
        </div>
      </header>
      {children}
      <Footer of="app" />
    </>
  );
}
