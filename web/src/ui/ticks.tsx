import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';

interface Props {
  /** How many of the eight are lit. */
  on?: number;
  /** Counts by itself, for work whose progress is not known. */
  running?: boolean;
  brand?: boolean;
}

/** Eight ticks, one per second of a reel: the product's only progress indicator. Decorative: words say the same. */
export function Ticks({ on = 0, running = false, brand = false }: Props) {
  return (
    <span
      className={classNames('ticks', running && 'running', brand && 'brand')}
      style={{ '--on': on } as CSSProperties}
      aria-hidden="true"
    />
  );
}
