import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';

interface Props {
  /** The number of lit ticks, of eight. */
  on?: number;
  /** Animates the ticks, for work whose progress is not known. */
  running?: boolean;
  brand?: boolean;
}

/** Eight ticks, one per second of a reel: the only progress indicator. Decorative, because text says the same. */
export function Ticks({ on = 0, running = false, brand = false }: Props) {
  return (
    <span
      className={classNames('ticks', running && 'running', brand && 'brand')}
      style={{ '--on': on } as CSSProperties}
      aria-hidden="true"
    />
  );
}
