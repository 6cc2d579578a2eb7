import type { ReactNode } from 'react';

export interface LegalSection {
  /** The anchor, which other pages link to: it stays when the title changes. */
  id: string;
  title: string;
  body: ReactNode;
}
