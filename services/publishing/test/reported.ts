import { audienceOf, type RunningSandbox } from '@reelwright/sandbox';
import type { Platform } from '../src/platforms/platform.ts';

/** What the sandbox's emulators keep of a post. */
interface Stored {
  readonly id: string;
  readonly postId?: string;
  readonly at?: string;
  readonly uploadedAt?: string;
  readonly post?: { readonly id: string; readonly at: string } | null;
}

const collections: Readonly<Record<Platform, string>> = {
  tiktok: 'tiktok-publications',
  youtube: 'youtube-videos',
  facebook: 'facebook-reels',
  instagram: 'instagram-containers',
};

/** What a platform reports of a post at a product time, as this service stores it. */
export function reportedBy({ store }: RunningSandbox, platform: Platform, postId: string, at: Date) {
  const stored = store
    .collection<Stored>(collections[platform])
    .find((one) => [one.id, one.postId, one.post?.id].includes(postId));
  const wentOut = new Date(stored?.post?.at ?? stored?.uploadedAt ?? stored?.at ?? '');
  const { views, likes, watchSeconds } = audienceOf(postId, wentOut, at);
  // YouTube reports whole minutes, and no row for none.
  const minutes = Math.floor(watchSeconds / 60);
  const reported = { tiktok: null, youtube: minutes === 0 ? null : minutes * 60 };
  return {
    views,
    likes,
    watch_seconds: platform in reported ? reported[platform as keyof typeof reported] : watchSeconds,
  };
}
