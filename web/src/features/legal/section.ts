import type { ReactNode } from 'react';

export interface LegalSection {
  /** The anchor. Other pages link to it, so it does not change with the title. */
  id: string;
  title: string;
  body: ReactNode;
}
