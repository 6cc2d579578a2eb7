import { digits } from '../core/ids.ts';
import type { Medium } from '../core/media.ts';
import type { Sandbox } from '../core/sandbox.ts';
import type { Clip } from '../social/clip.ts';
import { readClip } from '../social/clip.ts';
import { type Account, accountFor } from './accounts.ts';
import type { TiktokKnobs } from './knobs.ts';
import type { Source } from './source-info.ts';

/** A publication, from init on. */
export interface Publication {
  /** The publish_id. */
  id: string;
  accountId: string;
  kind: 'direct' | 'inbox';
  title: string;
  privacyLevel: string;
  isAigc: boolean;
  source: Source;
  mediaId: string;
  uploadToken: string;
  /** Real time, milliseconds: the expiry of the upload address, the arrival of all bytes, the end of moderation. */
  uploadEndsAt: number;
  committedAt: number | null;
  readyAt: number | null;
  /** Product time of the commit, or before that of init. RFC 3339. */
  at: string;
  failReason: string | null;
  /** int64 as text. */
  postId: string;
  /** Whether its owner has posted it from the app's inbox. */
  postedFromInbox: boolean;
}

type Status = 'PROCESSING_UPLOAD' | 'PROCESSING_DOWNLOAD' | 'SEND_TO_USER_INBOX' | 'PUBLISH_COMPLETE' | 'FAILED';

export interface Publications {
  begin(given: Pick<Publication, 'accountId' | 'kind' | 'title' | 'privacyLevel' | 'isAigc' | 'source'>): Publication;
  get(id: string): Publication | undefined;
  all(): Publication[];
  /** Posts of an account in the last 24 h of product time. */
  postedToday(accountId: string): number;
  pendingToday(accountId: string): number;
  /** Accounts that posted in the last 24 h of product time. */
  creatorsToday(): Set<string>;
  /** The commit, when all bytes have arrived. A post that will be rejected gets no journal entry. */
  commit(publication: Publication, medium: Medium): Publication;
  fail(publication: Publication, reason: string): Publication;
  /** The owner posts an upload from the inbox. */
  postFromInbox(publication: Publication): Publication;
  status(publication: Publication): Status;
}

const DAY_MS = 24 * 3_600_000;

export function publicationsOf(sandbox: Sandbox, knobs: TiktokKnobs): Publications {
  const { store, clock, chaos, media, journal } = sandbox;
  const saved = store.collection<Publication>('tiktok-publications');
  const real = () => clock.real().getTime();
  const isToday = ({ at }: Publication): boolean => {
    const age = clock.now().getTime() - Date.parse(at);
    return age >= 0 && age < DAY_MS;
  };
  const isPost = (one: Publication) =>
    one.committedAt !== null && one.failReason === null && (one.kind === 'direct' || one.postedFromInbox);
  const record = (publication: Publication): void => {
    const sha256 = media.get(publication.mediaId)?.sha256;
    journal.record({
      provider: 'tiktok',
      act: 'post-published',
      account: publication.accountId,
      id: publication.id,
      ...(sha256 === undefined ? {} : { sha256 }),
      caption: publication.title,
      detail: { postId: publication.postId, privacyLevel: publication.privacyLevel, isAigc: publication.isAigc },
    });
  };
  return {
    begin: (given) =>
      saved.put({
        ...given,
        id: `v_${given.kind === 'direct' ? 'pub' : 'inbox'}_${given.source.source === 'FILE_UPLOAD' ? 'file' : 'url'}~v2-1.${digits(19)}`,
        mediaId: media.begin(),
        uploadToken: digits(32),
        uploadEndsAt: real() + knobs.get().uploadSeconds * 1000,
        committedAt: null,
        readyAt: null,
        at: clock.now().toISOString(),
        failReason: null,
        postId: `7${digits(18)}`,
        postedFromInbox: false,
      }),
    get: saved.get,
    all: saved.all,
    postedToday: (accountId) =>
      saved.filter((one) => one.accountId === accountId && isPost(one) && isToday(one)).length,
    creatorsToday: () => new Set(saved.filter((one) => isPost(one) && isToday(one)).map(({ accountId }) => accountId)),
    pendingToday: (accountId) =>
      saved.filter(
        (one) =>
          one.accountId === accountId &&
          one.kind === 'inbox' &&
          !one.postedFromInbox &&
          one.failReason === null &&
          isToday(one),
      ).length,
    commit: (publication, medium) => {
      const slow = chaos.settings('tiktok').slowModerationMs;
      const failReason =
        problemOf(readClip(media.path(medium.id)), accountFor(store, publication.accountId)) ??
        (chaos.strikes('tiktok', 'refusal', publication.id) ? 'spam_risk' : null);
      const committed = saved.update(publication.id, {
        mediaId: medium.id,
        committedAt: real(),
        readyAt: real() + (slow > 0 ? slow : knobs.get().moderationMs),
        at: clock.now().toISOString(),
        failReason,
      });
      if (isPost(committed)) record(committed);
      return committed;
    },
    fail: (publication, reason) => saved.update(publication.id, { failReason: reason, readyAt: real() }),
    postFromInbox: (publication) => {
      const posted = saved.update(publication.id, { postedFromInbox: true, at: clock.now().toISOString() });
      record(posted);
      return posted;
    },
    status: (one) => {
      const isPull = one.source.source === 'PULL_FROM_URL';
      if (one.committedAt === null && one.failReason === null && !isPull && one.uploadEndsAt <= real()) return 'FAILED';
      if (one.readyAt === null) return isPull ? 'PROCESSING_DOWNLOAD' : 'PROCESSING_UPLOAD';
      if (one.readyAt > real()) return 'PROCESSING_UPLOAD';
      if (one.failReason !== null) return 'FAILED';
      return one.kind === 'inbox' && !one.postedFromInbox ? 'SEND_TO_USER_INBOX' : 'PUBLISH_COMPLETE';
    },
  };
}

function problemOf(clip: Clip | undefined, account: Account | undefined): string | null {
  if (!clip || !['avc1', 'avc3', 'hvc1', 'hev1', 'vp08', 'vp09'].includes(clip.codec))
    return 'file_format_check_failed';
  if (clip.seconds < 3 || clip.seconds > (account?.maxVideoSeconds ?? 600)) return 'duration_check_failed';
  if (clip.framesPerSecond < 22.9 || clip.framesPerSecond > 60.1) return 'frame_rate_check_failed';
  if (Math.min(clip.width, clip.height) < 360 || Math.max(clip.width, clip.height) > 4096)
    return 'picture_size_check_failed';
  return null;
}
