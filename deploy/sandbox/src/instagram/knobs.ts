import type { Store } from '../core/store.ts';
import { type Knobs, openKnobs } from '../social/knobs.ts';

const defaults = {
  /** The processing time of a container after its video was fetched. */
  processingMs: 2000,
  /** Posts an account may publish in 24 h of product time; the documentation says 50 and 100. */
  postsPerDay: 100,
  containersPerDay: 400,
  /** After this an unpublished container is EXPIRED. */
  containerSeconds: 86_400,
  hashtags: 5,
  codeSeconds: 3_600,
  shortTokenSeconds: 3_600,
  longTokenSeconds: 5_183_944,
  /** A long-lived token younger than this can't be refreshed. */
  refreshAgeSeconds: 86_400,
};

export type InstagramKnobs = Knobs<typeof defaults>;

export function instagramKnobs(store: Store): InstagramKnobs {
  return openKnobs(store, 'instagram', defaults);
}
