import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';

export type PipState = 'empty' | 'on' | 'ok' | 'warn' | 'bad' | 'live' | 'planned' | 'unsure' | 'brand';

/** The reel at its smallest: one video or one stage. Always beside a word that says the same. */
export function Pip({ state = 'empty', width }: { state?: PipState; width?: number }) {
  return (
    <i
      className={classNames('pip', state !== 'empty' && `is-${state}`)}
      style={width ? ({ '--pip': `${width}px` } as CSSProperties) : undefined}
      aria-hidden="true"
    />
  );
}

interface PipsProps {
  states: PipState[];
  width?: number;
}

export function Pips({ states, width }: PipsProps) {
  const size = width ? { width } : {};
  return (
    <span className="pips" aria-hidden="true">
      {states.map((state, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pip is its place in the row
        <Pip key={place} state={state} {...size} />
      ))}
    </span>
  );
}

/** A width at which a month of pips fits one line of the rail beside a list. */
export const pipWidth = (count: number) => Math.max(9, Math.min(20, Math.floor(245 / Math.max(1, count)) - 3));
