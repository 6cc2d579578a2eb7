import { digits, urlSafeToken } from '../core/ids.ts';
import type { Medium } from '../core/media.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { readClip } from '../social/clip.ts';
import { downloadsOf } from '../social/downloads.ts';
import type { InstagramKnobs } from './knobs.ts';

type StatusCode = 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED';

/** A container, and its post once it is published. */
export interface Container {
  id: string;
  /** The publishing account's user id. */
  userId: string;
  /** null for an upload of bytes. */
  videoUrl: string | null;
  mediaId: string;
  caption: string;
  thumbOffset: number | null;
  isAiGenerated: boolean;
  shareToFeed: boolean;
  /** Real time, milliseconds. */
  createdAt: number;
  /** Product time of its creation. */
  madeAt: string;
  /** When processing ends; null until all bytes have arrived. */
  readyAt: number | null;
  /** The subcode that processing ends with. */
  problem: number | null;
  /** The post, once published; `at` is product time. */
  post: { id: string; shortcode: string; at: string } | null;
}

export interface Containers {
  create(
    fields: Pick<Container, 'userId' | 'videoUrl' | 'caption' | 'thumbOffset' | 'isAiGenerated' | 'shareToFeed'>,
  ): Container;
  get(id: string): Container | undefined;
  all(): Container[];
  byPost(id: string): Container | undefined;
  /** Records that the bytes have been fetched or uploaded. */
  recordArrival(container: Container, medium: Medium | number): Container;
  statusOf(container: Container): StatusCode;
  /** The commit. */
  publish(container: Container): Container;
  publishedSince(userId: string, since: number): number;
}

/** Milliseconds. */
export const DAY_MS = 24 * 3_600_000;
export const maxBytes = 300 * 1024 ** 2;

/** Subcodes of processing errors. */
export const subcodes = {
  unreachable: 2207052,
  downloadTimeout: 2207003,
  format: 2207026,
  thumbnail: 2207057,
} as const;

export function containersOf(sandbox: Sandbox, knobs: InstagramKnobs): Containers {
  const { store, clock, chaos, media, journal } = sandbox;
  const containers = store.collection<Container>('instagram-containers');
  const real = () => clock.real().getTime();

  const recordArrival: Containers['recordArrival'] = (container, medium) => {
    const slow = chaos.settings('instagram').slowModerationMs;
    const mediaId = typeof medium === 'number' ? container.mediaId : medium.id;
    return containers.update(container.id, {
      mediaId,
      problem: typeof medium === 'number' ? medium : problemOf(media.path(mediaId), container),
      readyAt: real() + (slow > 0 ? slow : knobs.get().processingMs),
    });
  };
  const download = (container: Container): void => {
    if (container.videoUrl === null) return;
    downloadsOf(sandbox).begin(container.id, container.videoUrl, maxBytes, (pulled) => {
      const present = containers.get(container.id);
      if (present?.readyAt !== null) return;
      if (chaos.strikes('instagram', 'brokenUpload', container.id)) recordArrival(present, subcodes.downloadTimeout);
      else if (pulled === 'unreachable') recordArrival(present, subcodes.unreachable);
      else recordArrival(present, pulled === 'too-large' ? subcodes.format : pulled);
    });
  };
  return {
    create: (fields) => {
      const container = containers.put({
        ...fields,
        id: `1789${digits(13)}`,
        mediaId: media.begin(),
        createdAt: real(),
        madeAt: clock.now().toISOString(),
        readyAt: null,
        problem: null,
        post: null,
      });
      download(container);
      return container;
    },
    get: containers.get,
    all: containers.all,
    byPost: (id) => containers.find(({ post }) => post?.id === id),
    recordArrival,
    statusOf: (container) => {
      if (container.post !== null) return 'PUBLISHED';
      if (container.createdAt + knobs.get().containerSeconds * 1000 <= real()) return 'EXPIRED';
      if (container.readyAt === null) {
        // A fetch that a restart interrupted begins again.
        download(container);
        return 'IN_PROGRESS';
      }
      if (container.readyAt > real()) return 'IN_PROGRESS';
      return container.problem === null ? 'FINISHED' : 'ERROR';
    },
    publish: (container) => {
      const post = {
        id: `1801${digits(13)}`,
        shortcode: `D${urlSafeToken(7).replaceAll(/[-_]/g, 'x')}`,
        at: clock.now().toISOString(),
      };
      const published = containers.update(container.id, { post });
      const sha256 = media.get(container.mediaId)?.sha256;
      journal.record({
        provider: 'instagram',
        act: 'post-published',
        account: container.userId,
        id: post.id,
        ...(sha256 === undefined ? {} : { sha256 }),
        caption: container.caption,
        detail: { containerId: container.id, isAiGenerated: container.isAiGenerated },
      });
      return published;
    },
    publishedSince: (userId, since) =>
      containers.filter(({ userId: owner, post }) => {
        const at = post === null ? Number.NaN : Date.parse(post.at);
        return owner === userId && at >= since && at <= clock.now().getTime();
      }).length,
  };
}

function problemOf(path: string, { thumbOffset }: Container): number | null {
  const clip = readClip(path);
  if (!clip || !['avc1', 'avc3', 'hvc1', 'hev1'].includes(clip.codec) || !clip.fastStart) return subcodes.format;
  if (
    clip.seconds < 3 ||
    clip.seconds > 900 ||
    clip.framesPerSecond < 22.9 ||
    clip.framesPerSecond > 60.1 ||
    clip.width > 1920
  )
    return subcodes.format;
  return thumbOffset !== null && thumbOffset > clip.seconds * 1000 ? subcodes.thumbnail : null;
}
