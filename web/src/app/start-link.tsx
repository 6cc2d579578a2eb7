import type { ReactNode } from 'react';
import { type ButtonLook, buttonClass } from '../ui/button.tsx';
import { paths } from './paths.ts';

interface Props {
  look: ButtonLook;
  /** The accessible name, where it says more than the text. */
  label?: string;
  /** What it says to who has an account and no video. */
  first?: string;
  children: ReactNode;
}

/**
 * A button of the landing page that starts using the product. For a signed-in person its script names the dashboard, and
 * for one without a video a style shows the other text, before the first paint.
 */
export function StartLink({ look, label, first, children }: Props) {
  return (
    <a className={buttonClass(look)} href={paths.login} aria-label={label} data-start>
      {first ? (
        <>
          <span className="for-others">{children}</span>
          <span className="for-first">{first}</span>
        </>
      ) : (
        children
      )}
    </a>
  );
}
