import type { Sandbox } from '../../core/sandbox.ts';
import type { Collection, Store } from '../../core/store.ts';

export type Privacy = 'private' | 'unlisted' | 'public';

export interface Video {
  /** Eleven characters. */
  id: string;
  channelId: string;
  clientId: string;
  title: string;
  description: string;
  tags: string[];
  categoryId: string;
  privacy: Privacy;
  publishAt: string | null;
  madeForKids: boolean;
  synthetic: boolean;
  embeddable: boolean;
  license: 'youtube' | 'creativeCommon';
  mediaId: string;
  /** Product time. */
  uploadedAt: string;
  /** When processing ends. Real time, milliseconds. */
  processedAt: number;
  /** The result of processing. */
  outcome: { status: 'processed' } | { status: 'failed'; reason: string } | { status: 'rejected'; reason: string };
}

/** The project's limits, which the console's API can change. */
export interface YouTubeSettings {
  id: 'youtube';
  /** Uploads a day and project. */
  uploadsPerDay: number;
  /** Units of all other calls, a day and project. */
  unitsPerDay: number;
  /** Uploads of one channel in 24 hours, by all projects. */
  uploadsPerChannel: number;
  /** False makes all uploads private, as for an unaudited project. */
  audited: boolean;
}

export function videosOf(store: Store): Collection<Video> {
  return store.collection<Video>('youtube-videos');
}

export function settingsOf(store: Store): YouTubeSettings {
  const usual: YouTubeSettings = {
    id: 'youtube',
    uploadsPerDay: 100,
    unitsPerDay: 10_000,
    uploadsPerChannel: 100,
    audited: true,
  };
  return { ...usual, ...store.collection<YouTubeSettings>('youtube-settings').get('youtube') };
}

/** A video's privacy now. A private one becomes public at its publish time, on the product's clock. */
export function privacyNow({ store, clock }: Sandbox, video: Video): Privacy {
  if (!settingsOf(store).audited) return 'private';
  return video.publishAt !== null && Date.parse(video.publishAt) <= clock.now().getTime() ? 'public' : video.privacy;
}

export function isProcessed({ clock }: Sandbox, video: Video): boolean {
  return clock.real().getTime() >= video.processedAt;
}
