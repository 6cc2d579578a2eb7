import type { ReactNode } from 'react';
import { type ButtonLook, buttonClass } from '../ui/button.tsx';
import { paths } from './paths.ts';

interface Props {
  look: ButtonLook;
  /** The accessible name, where it says more than the text. */
  label?: string;
  children: ReactNode;
}

/** A button of the landing page that starts using the product. For a signed-in person its script names the dashboard. */
export function StartLink({ look, label, children }: Props) {
  return (
    <a className={buttonClass(look)} href={paths.login} aria-label={label} data-start>
      {children}
    </a>
  );
}
