import type { Store } from '../core/store.ts';
import { type Knobs, openKnobs } from '../social/knobs.ts';

const defaults = {
  /** Whether the client passed TikTok's audit. An unaudited one can only post to private accounts, with SELF_ONLY. */
  audited: true,
  moderationMs: 2000,
  /** Posts a creator may make in 24 h of product time. */
  postsPerDay: 15,
  /** Uploads to a creator's inbox in 24 h. */
  pendingPerDay: 5,
  /** Creators an unaudited client may post for, in 24 h. */
  unauditedCreators: 5,
  initsPerMinute: 6,
  creatorInfosPerMinute: 20,
  statusesPerMinute: 30,
  videoQueriesPerMinute: 600,
  codeSeconds: 300,
  accessTokenSeconds: 7_200,
  refreshTokenSeconds: 15_552_000,
  uploadSeconds: 3_600,
};

export type TiktokKnobs = Knobs<typeof defaults>;

export function tiktokKnobs(store: Store): TiktokKnobs {
  return openKnobs(store, 'tiktok', defaults);
}
