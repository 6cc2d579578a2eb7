import { digits } from '../core/ids.ts';
import type { Sandbox } from '../core/sandbox.ts';
import { readClip } from '../social/clip.ts';
import type { FacebookKnobs } from './knobs.ts';

/** A reel, from the start phase on. */
export interface Reel {
  /** The video_id. */
  id: string;
  pageId: string;
  mediaId: string;
  /** Whether all bytes have arrived. */
  uploaded: boolean;
  /** Real time, milliseconds: finish, and the end of processing. */
  finishedAt: number | null;
  readyAt: number | null;
  state: 'PUBLISHED' | 'DRAFT' | 'SCHEDULED';
  /** Unix seconds, for a scheduled reel. */
  publishAt: number | null;
  title: string;
  description: string;
  isAiGenerated: boolean;
  /** The error that processing will find. */
  problem: { code: number; message: string } | null;
  postId: string;
  /** Product time of the last phase, start or finish. RFC 3339. */
  at: string;
}

type Finish = Pick<Reel, 'state' | 'publishAt' | 'title' | 'description' | 'isAiGenerated'>;

export interface Reels {
  start(pageId: string): Reel;
  get(id: string): Reel | undefined;
  all(): Reel[];
  uploaded(reel: Reel): Reel;
  /** The commit. A reel that processing will reject is not a post and gets no journal entry. */
  finish(reel: Reel, fields: Finish): Reel;
  /** Reels a Page published in the last 24 h of product time. */
  publishedToday(pageId: string): number;
  isOut(reel: Reel): boolean;
  /** The `status` field. */
  status(reel: Reel): object;
  delete(reel: Reel): void;
}

const DAY_MS = 24 * 3_600_000;

export function reelsOf(sandbox: Sandbox, knobs: FacebookKnobs): Reels {
  const { store, clock, chaos, media, journal } = sandbox;
  const reels = store.collection<Reel>('facebook-reels');
  const real = () => clock.real().getTime();
  const isReady = ({ readyAt }: Reel) => readyAt !== null && readyAt <= real();
  const isDue = ({ state, publishAt }: Reel) =>
    state === 'PUBLISHED' || (state === 'SCHEDULED' && (publishAt ?? 0) * 1000 <= clock.now().getTime());

  return {
    start: (pageId) =>
      reels.put({
        id: digits(16),
        pageId,
        mediaId: media.begin(),
        uploaded: false,
        finishedAt: null,
        readyAt: null,
        state: 'DRAFT',
        publishAt: null,
        title: '',
        description: '',
        isAiGenerated: false,
        problem: null,
        postId: `${pageId}_${digits(15)}`,
        at: clock.now().toISOString(),
      }),
    get: reels.get,
    all: reels.all,
    uploaded: (reel) => reels.update(reel.id, { uploaded: true }),
    finish: (reel, fields) => {
      const slow = chaos.settings('facebook').slowModerationMs;
      const problem =
        problemOf(media.path(reel.mediaId)) ?? (chaos.strikes('facebook', 'refusal', reel.id) ? failedPhase : null);
      const finished = reels.update(reel.id, {
        ...fields,
        finishedAt: real(),
        readyAt: real() + (slow > 0 ? slow : knobs.get().processingMs),
        problem,
        at: clock.now().toISOString(),
      });
      if (problem === null && fields.state !== 'DRAFT') {
        const sha256 = media.get(reel.mediaId)?.sha256;
        journal.record({
          provider: 'facebook',
          act: 'post-published',
          account: reel.pageId,
          id: reel.id,
          ...(sha256 === undefined ? {} : { sha256 }),
          caption: fields.description,
          detail: {
            postId: reel.postId,
            title: fields.title,
            state: fields.state,
            publishAt: fields.publishAt,
            isAiGenerated: fields.isAiGenerated,
          },
        });
      }
      return finished;
    },
    publishedToday: (pageId) =>
      reels.filter((reel) => {
        const age = clock.now().getTime() - Date.parse(reel.at);
        return (
          reel.pageId === pageId &&
          reel.finishedAt !== null &&
          reel.state !== 'DRAFT' &&
          reel.problem === null &&
          age >= 0 &&
          age < DAY_MS
        );
      }).length,
    isOut: (reel) => isReady(reel) && reel.problem === null && isDue(reel),
    status: (reel) => {
      const bytes = media.size(reel.mediaId);
      const uploading = {
        status: reel.uploaded ? 'complete' : bytes > 0 ? 'in_progress' : 'not_started',
        bytes_transferred: bytes,
      };
      const notStarted = { status: 'not_started' };
      if (reel.finishedAt === null) {
        return {
          video_status: reel.uploaded ? 'upload_complete' : 'uploading',
          uploading_phase: uploading,
          processing_phase: notStarted,
          publishing_phase: notStarted,
        };
      }
      const part = isReady(reel) ? 1 : (real() - reel.finishedAt) / ((reel.readyAt ?? 0) - reel.finishedAt);
      if (part >= 1 && reel.problem) {
        return {
          video_status: 'error',
          uploading_phase: uploading,
          processing_phase: { status: 'error', errors: [reel.problem] },
          publishing_phase: notStarted,
        };
      }
      if (part < 1) {
        return {
          video_status: 'processing',
          processing_progress: Math.floor(part * 100),
          uploading_phase: uploading,
          processing_phase: { status: part < 0.6 ? 'in_progress' : 'complete' },
          publishing_phase: part < 0.6 ? notStarted : { status: 'in_progress' },
        };
      }
      const out = isDue(reel);
      return {
        video_status: 'ready',
        uploading_phase: uploading,
        processing_phase: { status: 'complete' },
        publishing_phase: {
          status: out ? 'complete' : 'not_started',
          publish_status: out ? 'published' : reel.state.toLowerCase(),
          ...(out ? { publish_time: reel.at.replace(/\.\d+Z$/, '+0000') } : {}),
        },
      };
    },
    delete: (reel) => {
      reels.delete(reel.id);
      media.delete(reel.mediaId);
      if (reel.finishedAt !== null && reel.state !== 'DRAFT' && reel.problem === null) {
        journal.record({ provider: 'facebook', act: 'post-deleted', account: reel.pageId, id: reel.id });
      }
    },
  };
}

const failedPhase = { code: 1346003, message: 'This video can’t be published: it was refused by our review.' };

function problemOf(path: string): Reel['problem'] {
  const clip = readClip(path);
  if (!clip || !['avc1', 'avc3', 'hvc1', 'hev1'].includes(clip.codec)) {
    return { code: 1363026, message: 'The video file you tried to upload is in a format that isn’t supported.' };
  }
  if (clip.seconds < 3 || clip.seconds > 90.5)
    return { code: 1363128, message: 'The video must be between 3 and 90 seconds long.' };
  if (clip.framesPerSecond < 23.9 || clip.framesPerSecond > 60.1)
    return { code: 1363129, message: 'The frame rate must be between 24 and 60 fps.' };
  if (clip.width < 540 || clip.height < 960)
    return { code: 1363127, message: 'The resolution must be at least 540 x 960.' };
  if (Math.abs(clip.width / clip.height - 9 / 16) > 0.01)
    return { code: 1363130, message: 'The aspect ratio must be 9:16.' };
  return null;
}
