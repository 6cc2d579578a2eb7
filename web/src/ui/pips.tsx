import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';

export type PipState = 'empty' | 'on' | 'ok' | 'warn' | 'bad' | 'live' | 'planned' | 'unsure' | 'brand' | 'draft';

/** A small mark for one video or one stage. Text beside it always says the same. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: a pip is identified by its index
        <Pip key={place} state={state} {...size} />
      ))}
    </span>
  );
}

/** The pip width with which a month's pips fit one line of the rail. */
export const pipWidth = (count: number) => Math.max(9, Math.min(20, Math.floor(245 / Math.max(1, count)) - 3));
