import type { Store } from '../core/store.ts';
import { type Knobs, openKnobs } from '../social/knobs.ts';

const defaults = {
  /** The processing time of a finished reel. */
  processingMs: 2000,
  /** Reels a Page may publish in 24 h of product time. */
  reelsPerDay: 30,
  /** Blocks all publishing for now, as Facebook does for abuse. */
  paused: false,
  codeSeconds: 600,
  shortTokenSeconds: 5_400,
  longTokenSeconds: 5_183_944,
};

export type FacebookKnobs = Knobs<typeof defaults>;

export function facebookKnobs(store: Store): FacebookKnobs {
  return openKnobs(store, 'facebook', defaults);
}
