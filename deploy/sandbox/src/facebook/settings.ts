import type { Store } from '../core/store.ts';
import { type Knobs, knobsOf } from '../social/knobs.ts';

const defaults = {
  /** How long a finished reel is processed before it is out. */
  processingMs: 2000,
  /** Reels a Page may publish in 24 h of product time. */
  reelsPerDay: 30,
  /** Nobody may publish for now, as someone Facebook holds for abusive. */
  paused: false,
  codeSeconds: 600,
  shortTokenSeconds: 5_400,
  longTokenSeconds: 5_183_944,
};

export type FacebookKnobs = Knobs<typeof defaults>;

export function facebookKnobs(store: Store): FacebookKnobs {
  return knobsOf(store, 'facebook', defaults);
}
