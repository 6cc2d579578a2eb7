import type { Style } from '@reelwright/product';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { samplePoster } from '../../content/video-types.ts';
import { Logo } from '../../ui/icon.tsx';
import { Reel } from '../../ui/reel.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

const columns = [
  ['v2', 'v7', 'v6'],
  ['v5', 'v1', 'v3', 'v8'],
  ['v4', 'v8', 'v2'],
] satisfies Style[][];

/** The layout of the sign-in pages: the form beside a wall of reels. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="auth">
      <div className="auth-side">
        <div className="auth-head">
          <a className="logo" href={paths.landing}>
            <Logo />
            Reelwright
          </a>
          <ThemeSwitch />
        </div>
        <div className="auth-form">
          <h1>{title}</h1>
          {children}
        </div>
      </div>
      <div className="auth-wall" aria-hidden="true">
        {columns.map((styles) => (
          <div key={styles.join()}>
            {styles.map((style) => (
              <Reel key={style} tone={style} poster={samplePoster(style)} ticks={null} />
            ))}
          </div>
        ))}
      </div>
    </main>
  );
}
