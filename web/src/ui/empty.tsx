import type { ReactNode } from 'react';
import { Pip } from './pips.tsx';

export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <span className="empty-pips" aria-hidden="true">
        <Pip width={27} />
        <Pip width={27} />
        <Pip width={27} />
      </span>
      <p>{text}</p>
      {children}
    </div>
  );
}
