import type { ReactNode } from 'react';

/** A component with its states, each with a name. */
export interface Example {
  /** Its file below src: "ui/button.tsx". */
  file: string;
  /** True if it is made for the whole width: light stands above dark then, not beside it. */
  isWide?: true;
  states: readonly (readonly [name: string, shown: ReactNode])[];
}
